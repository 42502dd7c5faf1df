import { PinPlace } from '@cusp/contract/pin';
import { expect, test } from 'vitest';
import type { ViewerFile } from '../../../viewer/plan-scene.ts';
import { factorOf, intoFile, intoPicture } from './use-pins.ts';

const pin: PinPlace = {
  point: [1, 2, 3],
  normal: [0, 0, 1],
  view: { orientation: [0, 0, 0, 1], target: [2, 2, 2], span: 4, layers: { 'upper-jaw': 100 } },
};

test('a pin set before the unit was known keeps its place and apparent size', () => {
  const after = intoPicture(pin, 25.4);
  expect(after.point).toEqual([25.4, 50.8, 76.199_999_999_999_99]);
  expect([after.view.target[0], after.view.span, after.normal]).toEqual([50.8, 101.6, [0, 0, 1]]);
});

test('a pin is stored in the units of its file', () => {
  const kept = intoFile(intoPicture(pin, 1000), 1000);
  expect(kept).toEqual(pin);
  expect(PinPlace.safeParse(intoFile({ ...pin, view: { ...pin.view, span: 3 } }, 1000)).success).toBe(true);
});

test('each version has its own unit', () => {
  const scan = (unit?: 'inch') => ({ role: 'jaw', by: 'name', unit }) as const;
  const version = { filename: 'upper.stl', size: 1, updatedAt: '2026-01-01T00:00:00Z' };
  const files: ViewerFile[] = [
    { ...version, id: 2, scan: scan(), earlier: [{ ...version, id: 1, scan: scan('inch') }] },
  ];
  expect([1, 2, 3].map((id) => factorOf(files, id))).toEqual([25.4, 1, 1]);
});
