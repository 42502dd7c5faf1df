import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TOOTH_TABLE } from '../fixtures/tooth-table.ts';
import {
  type Dentition,
  dentitionOf,
  fdiOf,
  fdiToId,
  isFdi,
  isToothId,
  jawOfTooth,
  NUMBER_SYSTEMS,
  type NumberSystem,
  neighbourOf,
  opposingOf,
  PRIMARY_IDS,
  TEETH,
  TOOTH_IDS,
  type ToothId,
  toothAt,
  toothOf,
} from './teeth.ts';
import { displayLabel, labelOfFdi } from './tooth-labels.ts';

/** Label of the tooth at a chart position; null without a tooth there. */
function labelAt(id: ToothId, system: NumberSystem, dentition: Dentition): string | null {
  const fdi = fdiOf(id, dentition);
  return fdi === null ? null : labelOfFdi(fdi, system);
}

const anyId = fc.constantFrom(...TOOTH_IDS);

test('ids are in chart order', () => {
  expect(TOOTH_IDS).toEqual(TOOTH_TABLE.map(([id]) => id));
  expect(TEETH.length).toBe(52);
});

describe.each(TOOTH_TABLE)(
  '%s',
  (id, fdi, universal, palmer, digital, primaryFdi, letter, pPalmer, pDigital) => {
    test.each([
      ['FDI', String(fdi)],
      ['Universal', universal],
      ['Palmer', palmer],
      ['PalmerDigital', digital],
      ['Primary', letter],
    ] as const)('is in %s: %s', (system, label) => {
      expect(labelAt(id, system, system === 'Primary' ? 'primary' : 'permanent')).toBe(label);
    });

    test.each([
      ['FDI', primaryFdi === null ? null : String(primaryFdi)],
      ['Universal', letter],
      ['Palmer', pPalmer],
      ['PalmerDigital', pDigital],
      ['Primary', letter],
    ] as const)('primary tooth in %s: %s', (system, label) => {
      expect(labelAt(id, system, 'primary')).toBe(label);
    });

    test('FDI numbers exist for both dentitions', () => {
      expect(fdiOf(id)).toBe(fdi);
      expect(fdiOf(id, 'primary')).toBe(primaryFdi);
      expect(fdiToId(fdi)).toBe(id);
      expect(dentitionOf(fdi)).toBe('permanent');
      expect(PRIMARY_IDS.includes(id)).toBe(primaryFdi !== null);
      if (primaryFdi === null) return;
      expect(fdiToId(primaryFdi)).toBe(id);
      expect(dentitionOf(primaryFdi)).toBe('primary');
    });
  },
);

const WORDS = {
  centralIncisor: 'central incisor',
  lateralIncisor: 'lateral incisor',
  canine: 'canine',
  firstPremolar: 'first premolar',
  secondPremolar: 'second premolar',
  firstMolar: 'first molar',
  secondMolar: 'second molar',
  thirdMolar: 'third molar',
} as const;

test.each(TOOTH_TABLE)('%s has its jaw, side and kind', (...row) => {
  const id = row[0];
  for (const [dentition, name] of [
    ['permanent', row[9]],
    ['primary', row[10]],
  ] as const) {
    const tooth = toothAt(id, dentition);
    if (!tooth) {
      expect(name).toBeNull();
      continue;
    }
    const primary = dentition === 'primary' ? ' primary' : '';
    expect(`${tooth.jaw} ${tooth.side}${primary} ${WORDS[tooth.nameKey]}`).toBe(name);
    expect(WORDS[tooth.nameKey].endsWith(tooth.kind)).toBe(true);
    expect(jawOfTooth(id)).toBe(tooth.jaw);
  }
});

test.each(NUMBER_SYSTEMS)('labels are unique in %s, over both dentitions', (system) => {
  const labels = TEETH.flatMap((tooth) => labelOfFdi(tooth.fdi, system) ?? []);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels.length).toBe(system === 'Primary' ? 20 : 52);
});

test('tuN and tdN oppose each other', () => {
  fc.assert(
    fc.property(anyId, (id) => {
      expect(opposingOf(id)).toBe(id.startsWith('tu') ? id.replace('tu', 'td') : id.replace('td', 'tu'));
      expect(toothAt(opposingOf(id))?.position).toBe(toothAt(id)?.position);
    }),
  );
  expect(fdiOf('td1')).toBe(48);
  expect(fdiOf('td16')).toBe(38);
});

test('neighbours are in the same arch and cross the midline', () => {
  expect(neighbourOf('tu8', 1)).toBe('tu9');
  expect(neighbourOf('td9', -1)).toBe('td8');
  expect(neighbourOf('tu16', 1)).toBeNull();
  expect(neighbourOf('td1', -1)).toBeNull();
});

test('unknown ids and numbers give null', () => {
  for (const word of ['tu0', 'tu17', 'td0', 'TU1', 'tu01', '', 'toString'])
    expect(isToothId(word)).toBe(false);
  for (const number of [0, 10, 19, 29, 49, 50, 56, 66, 86, 91, 11.5, Number.NaN]) {
    expect(isFdi(number)).toBe(false);
    expect(toothOf(number)).toBeNull();
    expect(fdiToId(number)).toBeNull();
    expect(dentitionOf(number)).toBeNull();
  }
});

test('a tooth without a name in a system has no label, never a neighbour’s', () => {
  expect(labelAt('tu1', 'Primary', 'primary')).toBeNull();
  expect(labelAt('td14', 'Universal', 'primary')).toBeNull();
  expect(labelOfFdi(16, 'Primary')).toBeNull();
});

test('permanent teeth under Primary are written in Universal', () => {
  for (const { fdi } of TEETH) expect(displayLabel(fdi, 'Primary')).toBe(labelOfFdi(fdi, 'Universal'));
  expect(displayLabel(18, 'Primary')).toBe('1');
  expect(displayLabel(55, 'Primary')).toBe('A');
});
