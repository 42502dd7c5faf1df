import { expect, test } from 'vitest';
import { blocksOf } from './card-blocks.ts';

const rows = Array.from({ length: 200 }, (_, at) => ({ id: 1000 - 3 * at }));
const idsOf = (all: typeof rows) =>
  blocksOf(all).map(({ key, rows: block }) => [key, ...block.map(({ id }) => id)]);

test('blocks have all rows in their order', () => {
  expect(blocksOf(rows).flatMap((block) => block.rows.map(({ id }) => id))).toEqual(rows.map(({ id }) => id));
  expect(idsOf([])).toEqual([]);
  expect(idsOf(rows).length).toBeGreaterThan(8);
});

test('a new first row joins the first block', () => {
  const [first] = idsOf(rows);
  const [changed, ...others] = idsOf([{ id: 1003 }, ...rows]);
  expect(changed).toEqual(['first', 1003, ...(first ?? []).slice(1)]);
  expect(others).toEqual(idsOf(rows).slice(1));
});

test('rows that come or go change the blocks beside them only', () => {
  const before = idsOf(rows).map(String);
  const changed = (all: typeof rows) => idsOf(all).filter((block) => !before.includes(String(block)));
  for (const id of [1002, 1008]) expect(changed([{ id }, ...rows]).length).toBeLessThanOrEqual(2);
  for (const { id } of rows)
    expect(changed(rows.filter((row) => row.id !== id)).length).toBeLessThanOrEqual(1);
});
