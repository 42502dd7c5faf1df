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
    expect(Math.max(...blocks.map(({ rows: block }) => block.length))).toBeLessThanOrEqual(6);
    expect(blocks.length).toBeLessThan(70);
  },
);

test('a new first row joins the first block', () => {
  const [first] = idsOf(rows);
  const [changed, ...others] = idsOf([{ id: 32_033 }, ...rows]);
  expect(changed).toEqual(['first', 32_033, ...(first ?? []).slice(1)]);
  expect(others).toEqual(idsOf(rows).slice(1));
});

test('rows that come or go change the blocks beside them only', () => {
  const before = idsOf(rows).map(String);
  const changed = (all: typeof rows) => idsOf(all).filter((block) => !before.includes(String(block)));
  for (const id of [32_017, 32_033]) expect(changed([{ id }, ...rows]).length).toBeLessThanOrEqual(6);
  for (const { id } of rows)
    expect(changed(rows.filter((row) => row.id !== id)).length).toBeLessThanOrEqual(6);
});
