import { expect, test } from 'vitest';
import { bridgeConnectors } from './bridge-proposal.ts';

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
  for (const type of ['provisional', 'wax_up']) {
    expect(pairs({ type: 'bridge_abutment', teeth: [13] }, pontic, { type, teeth: [11] }), type).toEqual([
      '13-12',
    ]);
    expect(pairs({ type, teeth: [13, 11] }, pontic), type).toEqual(['13-12', '12-11']);
  }
  expect(pairs({ type: 'bridge_abutment', teeth: [14, 13] }, pontic, crown)).toEqual(['14-13', '13-12']);
  expect(pairs({ type: 'crown', teeth: [13, 11] }, pontic)).toEqual(['13-12', '12-11']);
  // Both are one bridge, because implants have no other type for it.
  expect(
    pairs({ type: 'bridge_abutment', teeth: [13] }, pontic, { ...crown, type: 'screw_retained' }),
  ).toEqual(['13-12', '12-11']);
});

test('a pontic on a primary tooth is joined to the permanent abutments beside it', () => {
  const lines = [
    { type: 'bridge_abutment', teeth: [14, 16] },
    { type: 'pontic', teeth: [55] },
  ];
  expect(bridgeConnectors(lines)).toEqual([
    [16, 55],
    [55, 14],
  ]);
  // Only one of 15 and 55 can be in the mouth, so the order is contradictory.
  expect(bridgeConnectors([...lines, { type: 'crown', teeth: [15] }])).toEqual([]);
});
