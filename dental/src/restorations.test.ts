import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bridgeConnectors,
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

test('a bridge joins its units, adjacent crowns stay single', () => {
  const bridge = (type: string, teeth: number[]) => ({ type, teeth });
  expect(bridgeConnectors([bridge('bridge_abutment', [14, 16]), bridge('pontic', [15])])).toEqual([
    [16, 15],
    [15, 14],
  ]);
  expect(bridgeConnectors([bridge('pontic', [11]), bridge('crown', [21, 22])])).toEqual([[11, 21]]);
  expect(bridgeConnectors([bridge('crown', [11, 21])])).toEqual([]);
  expect(bridgeConnectors([bridge('pontic', [15]), bridge('veneer', [14])])).toEqual([]);
  expect(bridgeConnectors([bridge('pontic', [28, 38]), bridge('splint', [])])).toEqual([]);
});

test('two bridges side by side are not joined; several abutments of one bridge are', () => {
  const bridge = (type: string, teeth: number[]) => ({ type, teeth });
  const pairs = (...lines: { type: string; teeth: number[] }[]) =>
    bridgeConnectors(lines).map((pair) => pair.join('-'));
  const right = [bridge('bridge_abutment', [13, 11]), bridge('pontic', [12])];
  const left = [bridge('bridge_abutment', [21, 23]), bridge('pontic', [22])];
  expect(pairs(...right, ...left)).toEqual(['13-12', '12-11', '21-22', '22-23']);
  expect(pairs(bridge('bridge_abutment', [13, 11, 21, 23]), bridge('pontic', [12, 22]))).toContain('11-21');
  // Two lines because the abutments differ in shade.
  const shades = [bridge('bridge_abutment', [13, 11]), bridge('bridge_abutment', [21, 23])];
  expect(pairs(...shades, bridge('pontic', [12, 22]))).toContain('11-21');
  expect(pairs(...right, bridge('inlay_retainer', [21]))).toContain('11-21');
  expect(pairs(...right, bridge('bridge_abutment', [14, 21]))).toEqual(['14-13', '13-12', '12-11', '11-21']);
});

test('a crown beside a cantilever stays single; crowns carry a pontic that has no retainer', () => {
  const pairs = (...lines: { type: string; teeth: number[] }[]) =>
    bridgeConnectors(lines).map((pair) => pair.join('-'));
  const pontic = { type: 'pontic', teeth: [12] };
  const crown = { type: 'crown', teeth: [11] };
  for (const type of ['bridge_abutment', 'inlay_retainer', 'adhesive_wing'])
    expect(pairs({ type, teeth: [13] }, pontic, crown), type).toEqual(['13-12']);
  expect(pairs({ type: 'bridge_abutment', teeth: [14, 13] }, pontic, crown)).toEqual(['14-13', '13-12']);
  expect(pairs({ type: 'crown', teeth: [13, 11] }, pontic)).toEqual(['13-12', '12-11']);
  // Both are one bridge, because implants have no other type for it.
  expect(
    pairs({ type: 'bridge_abutment', teeth: [13] }, pontic, { ...crown, type: 'screw_retained' }),
  ).toEqual(['13-12', '12-11']);
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
