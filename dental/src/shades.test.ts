import { expect, test } from 'vitest';
import { isUsualShade, isUsualStumpShade, STUMP_SHADES, VITA_3D_MASTER, VITA_CLASSICAL } from './shades.ts';

test.each([...VITA_CLASSICAL, ...VITA_3D_MASTER])('%s is usual', (shade) => {
  expect(isUsualShade(shade)).toBe(true);
  expect(isUsualShade(` ${shade.toLowerCase().replace('.', ',')} `)).toBe(true);
  expect(isUsualStumpShade(shade)).toBe(true);
});

test.each(['VITA A2', 'A1/A2', 'A2 - A3', 'A3,5, A4', 'BL2', '0M1', 'OM1', '2.5M2', '3D-Master 2M2', '210'])(
  '%s is usual',
  (shade) => expect(isUsualShade(shade)).toBe(true),
);

test.each(['A3a3', 'A33', 'A2 or so', 'bright', 'A5', '3X2', '6M1', 'VITA', '-', 'ND3', '2M2!'])(
  '%s is unusual',
  (shade) => expect(isUsualShade(shade)).toBe(false),
);

test('stump shades have their own tabs', () => {
  for (const shade of STUMP_SHADES) expect(isUsualStumpShade(shade)).toBe(true);
  expect(isUsualStumpShade('ND10')).toBe(false);
});
