import { expect, test } from 'vitest';
import { blocksOf } from './card-blocks.ts';

const rowsWith = (first: number, step: number) =>
  Array.from({ length: 200 }, (_, at) => ({ id: first - step * at }));
const rows = rowsWith(32_001, 16);
const idsOf = (all: typeof rows) =>
  blocksOf(all).map(({ key, rows: block }) => [key, ...block.map(({ id }) => id)]);

test('blocks have all rows in their order', () => {
  expect(blocksOf(rows).flatMap((block) => block.rows.map(({ id }) => id))).toEqual(rows.map(({ id }) => id));
  expect(idsOf([])).toEqual([]);
});

test.each([1, 16, 32, 48, 96])(
  'ids that are %i apart make blocks that are neither large nor single cards',
  (step) => {
    const blocks = blocksOf(rowsWith(32_001, step));
    expect(Math.max(...blocks.map(({ rows: block }) => block.length))).toBeLessThanOrEqual(4);
    expect(blocks.length).toBeLessThan(100);
  },
);

test('a row that comes changes two blocks at most, and one that goes the two beside it at most', () => {
  const changed = (before: typeof rows, after: typeof rows) => {
    const known = idsOf(before).map(String);
    return idsOf(after).filter((block) => !known.includes(String(block))).length;
  };
  for (let at = 0; at < 200; at += 1) {
    const id = 32_017 + 16 * at;
    // On top, where new cases arrive, not even the second block changes.
    expect(changed([{ id }, ...rows], rows)).toBeLessThanOrEqual(1);
    expect(changed(rows, [{ id }, ...rows])).toBeLessThanOrEqual(2);
    const others = rows.filter((_, place) => place !== at);
    expect(changed(others, rows)).toBeLessThanOrEqual(2);
  }
});
