import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  confirmedCodes,
  type OrderProblem,
  openProblems,
  orderProblems,
  withCurrentMarks,
} from './order-rules.ts';
import { RESTORATION_TYPE_CODES, typeCodeOf } from './restorations.ts';
import { TEETH } from './teeth.ts';

const TODAY = '2026-03-10';
const line = (type: string, teeth: number[] = [], more: object = {}) => ({
  type,
  teeth,
  arch: null as 'upper' | 'lower' | null,
  material: 'zirconia',
  shade: '',
  stumpShade: '',
  meant: [] as string[],
  ...more,
});
type Line = ReturnType<typeof line>;

const problems = (restorations: Line[], birthdate: string | null = null) =>
  orderProblems({ patient: { birthdate }, restorations, connectorChoices: [] }, TODAY);
const brief = (found: OrderProblem[]) => found.map(({ code, lines, teeth }) => [code, lines, teeth]);
const codes = (...restorations: Line[]) => problems(restorations).map(({ code }) => code);

describe('refused', () => {
  test('a crown and a pontic on one tooth are refused', () => {
    expect(brief(problems([line('crown', [16]), line('pontic', [16])]))).toEqual([
      ['types_conflict', [0, 1], [16]],
    ]);
  });

  test('the same crown twice is refused, whatever its material', () => {
    const twice = [line('crown', [16, 17]), line('crown', [17, 16], { material: 'gold' })];
    expect(brief(problems(twice))).toEqual([['same_twice', [0, 1], [17, 16]]]);
  });

  test('all lines that contradict each other are reported, not only the first', () => {
    const order = [
      line('crown', [16]),
      line('splint', [], { arch: 'lower' }),
      line('crown', [16]),
      line('implant_crown', [55]),
      line('crown', [16]),
      line('veneer', [11]),
      line('crown', [11]),
    ];
    expect(brief(problems(order, '2026-03-11'))).toEqual([
      ['birthdate_future', [], []],
      ['same_twice', [0, 2, 4], [16]],
      ['types_conflict', [5, 6], [11]],
      ['not_on_primary', [3], [55]],
    ]);
    expect(problems(order).every(({ overridable, isMeant }) => !overridable && !isMeant)).toBe(true);
  });

  test('a permanent and a primary tooth in one position are refused, even within one line', () => {
    expect(brief(problems([line('crown', [55]), line('crown', [15])]))).toEqual([
      ['both_dentitions', [0, 1], [55, 15].sort((a, b) => a - b)],
    ]);
    expect(codes(line('crown', [55, 15]))).toEqual(['both_dentitions']);
    expect(codes(line('crown', [55, 14, 16]))).toEqual([]);
  });

  test('catalogue types are recognised in another spelling', () => {
    const read = (...order: Line[]) =>
      codes(...order.map((each) => ({ ...each, type: typeCodeOf(each.type) })));
    expect(read(line('Crown', [16]), line('PONTIC', [16]))).toEqual(['types_conflict']);
    expect(read(line('Implant-Crown', [75]))).toEqual(['not_on_primary']);
    expect(read(line('Implant crown, cemented', [75]))).toEqual(['not_on_primary']);
    expect(typeCodeOf('Bar on locators')).toBe('Bar on locators');
  });

  test('unknown work ordered twice on one tooth can be confirmed', () => {
    const twice = problems([line('Bar on locators', [16]), line('Bar on locators', [16])]);
    expect(twice).toMatchObject([{ code: 'tooth_twice', lines: [0, 1], overridable: true }]);
  });

  test('the same appliance twice is refused, however its shade is spelled', () => {
    const denture = (shade: string) => line('complete_denture', [], { arch: 'upper', shade });
    expect(codes(denture('A3.5'), denture('vita a3,5'))).toEqual(['same_twice']);
    expect(codes(denture('A3.5'), denture('A2'))).toEqual([]);
  });

  test.each(['implant_crown', 'screw_retained', 'implant_abutment', 'post_and_core'])(
    '%s on a primary tooth',
    (type) => expect(brief(problems([line(type, [75, 36])]))).toEqual([['not_on_primary', [0], [75]]]),
  );

  test.each([
    ['inlay', 'crown'],
    ['veneer', 'bridge_abutment'],
    ['crown', 'implant_crown'],
    ['crown', 'bridge_abutment'],
    ['post_and_core', 'screw_retained'],
    ['implant_abutment', 'pontic'],
    ['coping', 'pontic'],
    ['onlay', 'implant_abutment'],
  ])('%s and %s on one tooth', (one, other) => {
    expect(codes(line(one, [24]), line(other, [24]), line('crown', [25]))[0]).toBe('types_conflict');
    expect(codes(line(other, [24]), line(one, [24]), line('crown', [25]))[0]).toBe('types_conflict');
  });

  test('one appliance twice for one jaw is refused; in another material it is another appliance', () => {
    const splint = line('splint', [], { arch: 'upper', material: 'pmma' });
    expect(brief(problems([splint, splint]))).toEqual([['same_twice', [0, 1], []]]);
    expect(codes(splint, { ...splint, arch: 'lower' })).toEqual([]);
    expect(codes(splint, { ...splint, material: 'resin' })).toEqual([]);
    expect(codes(line('other', [], { arch: 'upper' }), line('other', [], { arch: 'upper' }))).toEqual([]);
  });

  test('a complete denture is refused in a jaw whose teeth get crowns, except for telescopes and implants that carry it', () => {
    const denture = line('complete_denture', [], { arch: 'upper', shade: 'A2' });
    expect(brief(problems([denture, line('crown', [13, 33])]))).toEqual([
      ['denture_and_teeth', [0, 1], [13]],
    ]);
    expect(codes(denture, line('aligner', [], { arch: 'upper' }))).toEqual(['denture_and_teeth']);
    expect(codes(denture, line('crown', [33]), line('telescopic_crown', [13]))).toEqual([]);
    expect(
      codes(denture, line('implant_abutment', [13]), line('custom_tray', [], { arch: 'upper' })),
    ).toEqual([]);
  });

  test('a line for one jaw with teeth of the other jaw is refused', () => {
    expect(brief(problems([line('other', [16, 36], { arch: 'lower' })]))).toEqual([['other_jaw', [0], [16]]]);
  });

  test('birth dates in the future or before 1900 are refused', () => {
    expect(brief(problems([], '2026-03-11'))).toEqual([['birthdate_future', [], []]]);
    expect(brief(problems([], '1899-12-31'))).toEqual([['birthdate_too_early', [], []]]);
    for (const birthdate of [TODAY, '1900-01-01', '0001-01-01', null])
      expect(problems([], birthdate)).toEqual([]);
  });
});

describe('fits together', () => {
  test.each([
    ['post_and_core', 'crown'],
    ['post_and_core', 'coping'],
    ['implant_abutment', 'implant_crown'],
    ['implant_abutment', 'screw_retained'],
    ['implant_abutment', 'bridge_abutment'],
    ['Vendor thing', 'crown'],
    ['other', 'pontic'],
  ])('%s and %s on one tooth', (one, other) => {
    const found = codes(line(one, [24]), line(other, [24]), line('crown', [25]));
    expect(found).toEqual([]);
  });

  test('an abutment without a crown, adjacent crowns and a line without a type are no problem', () => {
    expect(codes(line('implant_abutment', [46]), line('crown', [11, 12, 21]), line('', [11]))).toEqual([]);
  });
});

describe('can be confirmed', () => {
  test('a pontic without support has to be confirmed', () => {
    expect(brief(problems([line('pontic', [25, 35])]))).toEqual([['pontic_alone', [0], [25, 35]]]);
    expect(codes(line('pontic', [25]), line('pontic', [26]))).toEqual(['pontic_alone', 'pontic_alone']);
    expect(codes(line('pontic', [25]), line('inlay', [26]))).toEqual(['pontic_alone']);
    // Other work in the pontic's own position is no support, because there is no tooth.
    expect(codes(line('pontic', [25]), line('wax_up', [25]))).toContain('pontic_alone');
    expect(codes(line('Gum mask', [25]), line('pontic', [25]))).toEqual(['pontic_alone']);
    // In a mixed dentition a primary tooth is beside permanent ones.
    expect(codes(line('pontic', [55]), line('bridge_abutment', [16]))).toEqual([]);
    expect(codes(line('pontic', [55]), line('crown', [14]))).toEqual([]);
    expect(codes(line('pontic', [55]), line('crown', [17]))).toEqual(['pontic_alone']);
    // The provisional in the gap is no abutment of the final bridge.
    expect(codes(line('pontic', [25]), line('provisional', [25, 26]))).toContain('pontic_alone');
  });

  test.each([
    ['a bridge', line('bridge_abutment', [24, 27]), line('pontic', [25, 26])],
    ['a cantilever', line('bridge_abutment', [24]), line('pontic', [25])],
    ['a bridge across the midline', line('crown', [12, 22]), line('pontic', [11, 21])],
    ['a bridge on implants', line('implant_crown', [24, 26]), line('pontic', [25])],
    ['an adhesive bridge', line('adhesive_wing', [21]), line('pontic', [11])],
  ])('%s carries its pontics', (_, ...restorations) => expect(codes(...restorations)).toEqual([]));

  test('joined units of different materials have to be confirmed, and again after a change', () => {
    const bridge = [
      line('bridge_abutment', [13, 11]),
      line('pontic', [12], { material: 'lithium_disilicate' }),
    ];
    const [found, ...more] = problems(bridge);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ code: 'materials_differ', lines: [0, 1], teeth: [13, 12, 11] });
    const meant = [found?.mark ?? ''];
    const confirmed = bridge.map((each) => ({ ...each, meant }));
    expect(problems(confirmed)).toMatchObject([{ isMeant: true }]);
    const changed = confirmed.map((each, index) => (index === 0 ? { ...each, material: 'gold' } : each));
    expect(problems(changed)).toMatchObject([{ code: 'materials_differ', isMeant: false }]);
    expect(codes(...bridge.map((each) => ({ ...each, material: 'gold' })))).toEqual([]);
  });

  test.each([
    ['coping', 'crown'],
    ['telescopic_crown', 'telescopic_crown'],
    ['provisional', 'crown'],
    ['wax_up', 'provisional'],
    ['veneer', 'veneer'],
    ['inlay', 'onlay'],
  ])('%s and %s on one tooth are two layers', (one, other) => {
    const [found, ...more] = problems([line(one, [11]), line(other, [11])]);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ code: 'tooth_twice', lines: [0, 1], teeth: [11], overridable: true });
  });

  test('shades and stump shades that are in no shade guide have to be confirmed', () => {
    const shades = { shade: 'A3a3', stumpShade: 'ND10' };
    expect(codes(line('crown', [16], shades))).toEqual(['shade_unusual', 'stump_shade_unusual']);
    expect(codes(line('crown', [16], { shade: 'A3', stumpShade: 'ND3' }))).toEqual([]);
  });
});

test('a pontic that was separated from its abutment is alone, and one that was joined is not', () => {
  const alone = (restorations: Line[], teeth: [number, number], joined: boolean) =>
    orderProblems(
      { patient: { birthdate: null }, restorations, connectorChoices: [{ teeth, joined }] },
      TODAY,
    ).map(({ code }) => code);
  expect(alone([line('bridge_abutment', [13]), line('pontic', [12])], [13, 12], false)).toEqual([
    'pontic_alone',
  ]);
  const gap = [line('bridge_abutment', [14]), line('pontic', [13]), line('crown', [12])];
  expect(alone(gap, [13, 12], true)).toEqual([]);
});

describe('confirming', () => {
  const confirm = (restorations: Line[]): Line[] =>
    restorations.map((each, index) => ({
      ...each,
      meant: problems(restorations).flatMap(({ lines, mark }) => (lines.includes(index) ? [mark] : [])),
    }));

  test('confirming applies to exactly what was confirmed', () => {
    const [meant] = confirm([line('crown', [16], { shade: 'A3a3' })]);
    if (!meant) throw new Error('no line');
    expect(
      openProblems({ patient: { birthdate: null }, restorations: [meant], connectorChoices: [] }, TODAY),
    ).toEqual([]);
    expect(problems([meant])).toMatchObject([{ code: 'shade_unusual', isMeant: true }]);
    expect(problems([{ ...meant, shade: 'A3a4' }])).toMatchObject([{ isMeant: false }]);
    expect(confirmedCodes(meant.meant)).toEqual(['shade_unusual']);
  });

  test('a problem is confirmed only if all its lines confirm it', () => {
    const [one, other] = confirm([line('coping', [16]), line('crown', [16])]);
    if (!one || !other) throw new Error('no lines');
    expect(problems([one, other])).toMatchObject([{ isMeant: true }]);
    expect(problems([one, { ...other, meant: [] }])).toMatchObject([{ isMeant: false }]);
    expect(problems([one, { ...other, type: 'provisional' }])).toMatchObject([{ isMeant: false }]);
    expect(problems([one, { ...other, teeth: [16, 15] }, line('coping', [15])])).toHaveLength(2);
  });

  test('confirming has no effect on refused problems', () => {
    expect(problems(confirm([line('crown', [16]), line('crown', [16])]))).toMatchObject([
      { code: 'same_twice', overridable: false, isMeant: false },
    ]);
  });

  test('confirming is dropped once it confirms nothing any more', () => {
    const rows = confirm([line('pontic', [25]), line('crown', [16], { shade: 'A3a3' })]);
    expect(withCurrentMarks(rows, [])).toEqual(rows);
    const carried = withCurrentMarks([...rows, line('bridge_abutment', [24])], []);
    expect(carried.map(({ meant }) => meant.length)).toEqual([0, 1, 0]);
  });
});

test('problems of any order name only its own lines and teeth', () => {
  const anyLine = fc
    .record({
      type: fc.constantFrom('', 'Vendor thing', ...RESTORATION_TYPE_CODES),
      teeth: fc.subarray(TEETH.map(({ fdi }) => fdi)),
      arch: fc.constantFrom(null, 'upper' as const, 'lower' as const),
      shade: fc.string({ maxLength: 40 }),
    })
    .map((each) => ({ ...line(''), ...each }));
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 6 }), (restorations) => {
      const found = problems(restorations);
      for (const { lines, teeth, mark } of found) {
        expect(lines.length).toBeGreaterThan(0);
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
        for (const fdi of teeth) expect(lines.some((at) => restorations[at]?.teeth.includes(fdi))).toBe(true);
        expect(mark.length).toBeLessThanOrEqual(1500);
      }
      expect(new Set(found.map(({ mark, lines }) => `${mark} ${lines}`)).size).toBe(found.length);
    }),
  );
});
