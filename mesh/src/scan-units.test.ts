import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUnitDoubtful, marginUnit, millimetresIn, scanUnits, unitsFor } from './scan-units.ts';

const other = scanUnits.filter((unit) => unit !== 'mm');

describe('a jaw', () => {
  test('a jaw of any plausible size in another unit is doubtful, and that unit is offered', () => {
    const size = fc.double({ min: 25, max: 130, noNaN: true });
    fc.assert(
      fc.property(size, fc.constantFrom(...other), (millimetres, unit) => {
        // Rounding may move the limits out of range.
        fc.pre(millimetres > 25.001 && millimetres < 129.999);
        const written = millimetres / millimetresIn[unit];
        expect(unitsFor('jaw', written)).toContain(unit);
        expect(isUnitDoubtful('jaw', written)).toBe(true);
      }),
    );
  });

  test('a jaw of a plausible size in millimetres is not doubtful', () => {
    for (const size of [25, 55, 63.5, 72, 130]) {
      expect([unitsFor('jaw', size), isUnitDoubtful('jaw', size)]).toEqual([[], false]);
    }
  });

  test.each([
    [2.5, ['inch', 'cm']],
    [6.3, ['cm']],
    [0.063, ['m']],
    [63_000, ['um']],
    // A die of one tooth: no unit makes it a jaw.
    [14, []],
    [180, []],
  ])('%f across could be in %j', (longest, units) => {
    expect(unitsFor('antagonist', longest)).toEqual(units);
  });
});

test.each([
  ['design', 9.5, false],
  ['design', 0.37, true],
  ['waxup', 9500, true],
  ['unknown', 80, false],
  ['unknown', 2.5, true],
  ['scanbody', 12, false],
  ['jaw', 0.4, true],
  ['jaw', 500, true],
  ['jaw', 0, false],
] as const)('%s of %f: doubtful is %s', (role, longest, doubtful) => {
  expect(isUnitDoubtful(role, longest)).toBe(doubtful);
});

test.each([
  [8, 'inch', 'mm'],
  [0.31, 'inch', 'inch'],
  [0.8, 'cm', 'cm'],
  [8000, 'um', 'um'],
  [8, undefined, 'mm'],
  [0.31, undefined, 'mm'],
  [0.001, 'cm', 'mm'],
] as const)('a margin line of %f on a scan in %s is in %s', (longest, ofScan, unit) => {
  expect(marginUnit(longest, ofScan)).toBe(unit);
});
