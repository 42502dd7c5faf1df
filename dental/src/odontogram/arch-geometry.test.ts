import { expect, test } from 'vitest';
import { opposingOf, TEETH, type ToothId, toothAt } from '../teeth.ts';
import { connectorPath, type PlacedTooth, placesOf, VIEW_BOX } from './arch-geometry.ts';

const placed = (fdi: number) => placesOf([fdi]).get(fdi);
const centre = (fdi: number) => placed(fdi)?.centre ?? [Number.NaN, Number.NaN];
/** Primary teeth with their successors, both drawn on the chart. */
const pairs = TEETH.filter(({ dentition }) => dentition === 'primary').map((milk) => {
  const successor = toothAt(milk.id)?.fdi ?? 0;
  const both = placesOf([milk.fdi, successor]);
  return [both.get(milk.fdi), both.get(successor)] as [PlacedTooth, PlacedTooth];
});
const distance = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]) =>
  Math.hypot(ax - bx, ay - by);

test('the right of the patient is on the left of the screen, the upper jaw above', () => {
  for (const { fdi, side, jaw } of TEETH) {
    const [x, y] = centre(fdi);
    expect(x < 0).toBe(side === 'right');
    expect(y < 0).toBe(jaw === 'upper');
  }
});

test('teeth further from the midline are further out and nearer to the other jaw', () => {
  for (const { fdi, id, dentition, position } of TEETH) {
    if (position === 1) continue;
    const [x, y] = centre(fdi);
    const [nearX, nearY] = centre(fdi - 1);
    expect(toothAt(id, dentition)?.position).toBe(position);
    expect(Math.abs(x)).toBeGreaterThan(Math.abs(nearX));
    expect(Math.abs(y)).toBeLessThan(Math.abs(nearY));
  }
});

test('the chart is symmetrical about the midline', () => {
  for (const { fdi, id, column, dentition } of TEETH) {
    const mirrored = `${id.slice(0, 2)}${17 - column}` as ToothId;
    const other = toothAt(mirrored, dentition)?.fdi ?? 0;
    expect(centre(fdi)[0]).toBeCloseTo(-centre(other)[0], 1);
    expect(centre(fdi)[1]).toBeCloseTo(centre(other)[1], 1);
  }
});

test('opposing teeth are drawn opposite each other', () => {
  for (const { fdi, id, dentition } of TEETH) {
    const other = toothAt(opposingOf(id), dentition)?.fdi ?? 0;
    expect(Math.abs(centre(fdi)[0] - centre(other)[0])).toBeLessThan(4);
  }
});

test('labels stay on the chart', () => {
  for (const { fdi } of TEETH) {
    const [x, y] = placed(fdi)?.label ?? [Number.NaN, Number.NaN];
    expect(Math.abs(x)).toBeLessThan(VIEW_BOX.width / 2 - 3);
    expect(Math.abs(y)).toBeLessThan(VIEW_BOX.height / 2 - 2);
  }
});

test('a primary tooth is drawn behind its successor, and both stay readable', () => {
  expect(pairs).toHaveLength(20);
  for (const [milk, successor] of pairs) {
    expect([milk.isBehind, successor.isBehind]).toEqual([true, false]);
    expect(successor).toBe(placed(successor.tooth.fdi));
    expect(distance(milk.centre, [0, 0])).toBeLessThan(distance(successor.centre, [0, 0]));
    // Space for the marks on both, which are 4.2 mm wide.
    expect(distance(milk.centre, successor.centre)).toBeGreaterThan(6);
  }
});

test('with all primary teeth behind their successors no mark or label overlaps, even with three letters', () => {
  const milk = [...placesOf(TEETH.map(({ fdi }) => fdi)).values()].filter(({ isBehind }) => isBehind);
  expect(milk).toHaveLength(20);
  for (const one of milk)
    for (const other of milk)
      if (one !== other) {
        const names = `${one.tooth.fdi} ${other.tooth.fdi}`;
        expect(distance(one.centre, other.centre), names).toBeGreaterThan(4.2);
        const [across, high] = [0, 1].map((axis) =>
          Math.abs((one.label[axis] ?? 0) - (other.label[axis] ?? 0)),
        ) as [number, number];
        expect(across > 5.3 || high > 2.7, names).toBe(true);
      }
});

test('a single primary tooth behind its successor has its label beside it', () => {
  for (const [{ centre, label, tooth }] of pairs)
    expect(distance(centre, label), `${tooth.fdi}`).toBeLessThan(7);
});

test('an unknown tooth number has no place', () => {
  expect(placed(99)).toBeUndefined();
  const [right, left] = [placed(11), placed(21)] as [PlacedTooth, PlacedTooth];
  expect(connectorPath(right, left)).toMatch(/^M[-\d. ]+L[-\d. ]+$/);
});
