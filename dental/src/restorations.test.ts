import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  materialsFor,
  mayJoin,
  mayStandOn,
  settle,
  shadeNeed,
  stumpShadeMatters,
} from './restoration-choices.ts';
import { isRestorationType, MATERIALS, RESTORATION_TYPE_CODES, RESTORATION_TYPES } from './restorations.ts';
import { STUMP_SHADES, VITA_3D_MASTER, VITA_CLASSICAL } from './shades.ts';
import { TEETH } from './teeth.ts';

const MATERIAL_CODES = Object.keys(MATERIALS);

test('shade guides contain each of their tabs once', () => {
  expect([VITA_CLASSICAL.length, VITA_3D_MASTER.length, STUMP_SHADES.length]).toEqual([16, 26, 9]);
  const all = [...VITA_CLASSICAL, ...VITA_3D_MASTER, ...STUMP_SHADES];
  expect(new Set(all).size).toBe(all.length);
  expect(VITA_3D_MASTER).toContain('3R2.5');
  expect(STUMP_SHADES.at(-1)).toBe('ND9');
});

test('codes are snake case and no list of materials has duplicates', () => {
  for (const code of [...RESTORATION_TYPE_CODES, ...MATERIAL_CODES])
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  for (const type of RESTORATION_TYPE_CODES) {
    const materials = materialsFor(type);
    expect(materials.length).toBeGreaterThan(0);
    expect(new Set(materials).size).toBe(materials.length);
  }
});

test.each([
  ['crown', 'zirconia', 'required'],
  ['crown', 'pfm', 'required'],
  ['crown', 'gold', 'none'],
  ['crown', 'full_cast_metal', 'none'],
  ['crown', null, 'required'],
  ['crown', 'Vendor ceramic 3', 'optional'],
  ['coping', 'cocr', 'none'],
  ['coping', 'zirconia', 'optional'],
  ['implant_abutment', 'titanium', 'none'],
  ['implant_abutment', 'zirconia', 'optional'],
  ['provisional', 'pmma', 'required'],
  ['partial_denture', 'cocr', 'required'],
  ['complete_denture', 'acrylic', 'required'],
  ['splint', 'pmma', 'none'],
  ['wax_up', 'resin', 'none'],
  ['study_model', 'plaster', 'none'],
  ['Vendor thing', 'gold', 'none'],
  ['Vendor thing', null, 'optional'],
] as const)('shade of %s in %s: %s', (type, material, need) => {
  expect(shadeNeed(type, material)).toBe(need);
});

test.each([
  ['veneer', 'lithium_disilicate', true],
  ['crown', 'lithium_disilicate', true],
  ['crown', 'zirconia', false],
  ['crown', 'gold', false],
  ['crown', null, false],
  ['pontic', 'lithium_disilicate', false],
  ['implant_crown', 'lithium_disilicate', false],
  ['Vendor thing', 'lithium_disilicate', false],
] as const)('stump shade of %s in %s: %s', (type, material, matters) => {
  expect(stumpShadeMatters(type, material)).toBe(matters);
});

test('implants, posts and veneers are never on primary teeth, appliances never on teeth', () => {
  for (const type of ['implant_crown', 'implant_abutment', 'screw_retained', 'post_and_core', 'veneer']) {
    expect(mayStandOn(type, 55)).toBe(false);
    expect(mayStandOn(type, 15)).toBe(true);
  }
  expect(mayStandOn('crown', 55)).toBe(true);
  expect(mayStandOn('splint', 15)).toBe(false);
  expect(mayStandOn('crown', 99)).toBe(false);
});

test('only units of a bridge can be joined', () => {
  expect(['pontic', 'bridge_abutment', 'crown', 'screw_retained'].every(mayJoin)).toBe(true);
  expect(['veneer', 'inlay', 'splint', 'post_and_core', 'implant_abutment'].some(mayJoin)).toBe(false);
});

describe('after a choice changes', () => {
  const draft = {
    type: 'crown',
    teeth: [16, 55],
    arch: null,
    material: 'lithium_disilicate',
    shade: 'A2',
    stumpShade: 'ND3',
    meant: [],
  };

  test('nothing is cleared while everything fits', () => {
    expect(settle(draft)).toEqual(draft);
  });

  test('a metal clears both shades', () => {
    expect(settle({ ...draft, material: 'gold' })).toMatchObject({
      material: 'gold',
      shade: '',
      stumpShade: '',
    });
  });

  test('a type clears a material it is never made of, and teeth it cannot be on', () => {
    expect(settle({ ...draft, type: 'implant_abutment' })).toMatchObject({
      teeth: [16],
      material: null,
      stumpShade: '',
    });
  });

  test('an appliance has an arch and no teeth, a restoration teeth and no arch', () => {
    expect(settle({ ...draft, type: 'splint', arch: 'upper' })).toMatchObject({ teeth: [], arch: 'upper' });
    expect(settle({ ...draft, arch: 'upper' })).toMatchObject({ teeth: [16, 55], arch: null });
  });

  test('unknown materials are kept', () => {
    expect(settle({ ...draft, material: 'BruxZir' })).toMatchObject({ material: 'BruxZir', shade: 'A2' });
  });

  test('settling twice changes nothing more, and the result is valid', () => {
    const any = fc.record({
      type: fc.constantFrom(...RESTORATION_TYPE_CODES, 'Vendor thing'),
      teeth: fc.uniqueArray(fc.constantFrom(...TEETH.map((tooth) => tooth.fdi)), { maxLength: 6 }),
      arch: fc.constantFrom('upper' as const, 'lower' as const, null),
      material: fc.constantFrom(...MATERIAL_CODES, 'Vendor ceramic', null),
      shade: fc.constantFrom('', 'A2'),
      stumpShade: fc.constantFrom('', 'ND1'),
      meant: fc.constant<string[]>([]),
    });
    fc.assert(
      fc.property(any, (before) => {
        const after = settle(before);
        expect(settle(after)).toEqual(after);
        expect(after.teeth.every((fdi) => mayStandOn(after.type, fdi))).toBe(true);
        if (isRestorationType(after.type) && RESTORATION_TYPES[after.type].scope === 'tooth')
          expect(after.arch).toBeNull();
      }),
    );
  });
});
