import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bridgeConnectors,
  connectorsOf,
  firstUnfitChoice,
  fittingChoices,
  joinedPairs,
  joinedSpans,
  separateSpans,
  withChoice,
} from './connectors.ts';
import type { Connector } from './order.ts';
import { mayJoin } from './restoration-choices.ts';
import { RESTORATION_TYPE_CODES } from './restorations.ts';
import { TEETH, toothOf } from './teeth.ts';

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

const unit = (type: string, ...teeth: number[]) => ({ type, teeth });
const choose = (from: number, to: number, joined: boolean): Connector => ({ teeth: [from, to], joined });
const joined = (lines: ReturnType<typeof unit>[], choices: Connector[] = []) =>
  joinedPairs(connectorsOf(lines, choices)).map((pair) => pair.join('-'));

describe('choices', () => {
  const crowns = [unit('crown', 12, 11, 21)];

  test('crowns are splinted where the person chose so, also across the midline', () => {
    expect(joined(crowns)).toEqual([]);
    expect(joined(crowns, [choose(11, 21, true)])).toEqual(['11-21']);
    expect(joined(crowns, [choose(21, 11, true)])).toEqual(['11-21']);
  });

  test('a bridge with a line for each tooth is one bridge if its abutments are joined', () => {
    const lines = [
      unit('bridge_abutment', 13),
      unit('pontic', 12),
      unit('bridge_abutment', 11),
      unit('bridge_abutment', 21),
      unit('pontic', 22),
      unit('bridge_abutment', 23),
    ];
    expect(joined(lines)).not.toContain('11-21');
    expect(joined(lines, [choose(11, 21, true)])).toEqual(['13-12', '12-11', '11-21', '21-22', '22-23']);
  });

  test('a crown beside a cantilever is joined, and a pontic separated, by a choice about that pair only', () => {
    const lines = [unit('bridge_abutment', 13), unit('pontic', 12), unit('crown', 11)];
    expect(joined(lines)).toEqual(['13-12']);
    expect(joined(lines, [choose(12, 11, true)])).toEqual(['13-12', '12-11']);
    expect(joined(lines, [choose(13, 12, false)])).toEqual([]);
  });

  test('jaws, gaps, veneers and appliances are never joined', () => {
    for (const lines of [
      [unit('crown', 18, 48)],
      [unit('crown', 13, 11)],
      [unit('crown', 12), unit('veneer', 11)],
      [unit('splint'), unit('crown', 11)],
      [unit('crown', 55, 14)],
    ]) {
      const teeth = lines.flatMap((line) => line.teeth);
      const choices = teeth.flatMap((a) => teeth.map((b) => choose(a, b, true)));
      expect(joined(lines, choices)).toEqual([]);
      expect(fittingChoices(lines, choices)).toEqual([]);
      if (choices.length > 0) expect(firstUnfitChoice(lines, choices)).toBe(0);
    }
  });

  test('a choice like the proposal is left out, so the pair follows the proposal again', () => {
    const splinted = withChoice(crowns, [], choose(11, 12, true));
    expect(splinted).toEqual([choose(12, 11, true)]);
    expect(withChoice(crowns, splinted, choose(12, 11, false))).toEqual([]);
    expect(withChoice(crowns, splinted, choose(11, 21, true))).toEqual([
      choose(12, 11, true),
      choose(11, 21, true),
    ]);
  });

  test('a pair that is named twice does not fit', () => {
    expect(firstUnfitChoice(crowns, [choose(12, 11, true), choose(11, 21, false)])).toBe(-1);
    expect(firstUnfitChoice(crowns, [choose(12, 11, true), choose(11, 12, false)])).toBe(1);
  });

  test('joined teeth are written as spans, and neighbours at the end of a bridge as separate', () => {
    const lines = [unit('bridge_abutment', 13, 11), unit('pontic', 12), unit('crown', 21, 22, 26, 27)];
    const connectors = connectorsOf(lines, [choose(26, 27, true)]);
    expect(joinedSpans(connectors, 'FDI')).toEqual(['11–13', '26–27']);
    expect(separateSpans(connectors, 'FDI')).toEqual(['11 | 21']);
    expect(joinedSpans(connectors, 'Universal')).toEqual(['6–8', '14–15']);
    expect(joinedSpans(connectorsOf(lines, []), 'FDI')).toEqual(['11–13']);
    expect(separateSpans(connectorsOf([unit('crown', 11, 21)], []), 'FDI')).toEqual([]);
  });

  test('whatever is chosen, only neighbours that may be joined are, and each choice decides about its own pair', () => {
    const fdi = fc.constantFrom(...TEETH.map((tooth) => tooth.fdi));
    const lines = fc.array(
      fc.record({
        type: fc.constantFrom(...RESTORATION_TYPE_CODES, 'Vendor thing'),
        teeth: fc.uniqueArray(fdi, { maxLength: 8 }),
      }),
      { maxLength: 6 },
    );
    const choices = fc.array(fc.record({ teeth: fc.tuple(fdi, fdi), joined: fc.boolean() }), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(lines, choices, (order, chosen) => {
        const canJoin = (tooth: number) =>
          order.some(({ type, teeth }) => mayJoin(type) && teeth.includes(tooth));
        const connectors = connectorsOf(order, chosen);
        for (const { teeth } of connectors) {
          const [a, b] = [toothOf(teeth[0]), toothOf(teeth[1])];
          expect([a?.jaw, a?.dentition, (a?.column ?? 0) + 1]).toEqual([b?.jaw, b?.dentition, b?.column]);
          expect(teeth.every(canJoin)).toBe(true);
        }
        expect(joinedPairs(connectorsOf(order, []))).toEqual(bridgeConnectors(order));
        const fitting = fittingChoices(order, chosen);
        expect(connectorsOf(order, fitting)).toEqual(connectors);
        expect(firstUnfitChoice(order, fitting)).toBe(-1);
        const proposal = connectorsOf(order, []);
        for (const [index, each] of connectors.entries()) {
          const choice = fitting.find(({ teeth }) => String(teeth) === String(each.teeth));
          expect(each).toEqual(choice ?? proposal[index]);
        }
      }),
    );
  });
});
