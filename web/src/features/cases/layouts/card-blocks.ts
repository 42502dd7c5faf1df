/** The mean number of cards in a block. */
const MEAN = 16;

interface Block<Row> {
  key: number | 'first';
  rows: Row[];
}

/**
 * Rows in blocks, which the browser lays out and paints only near the window: asking that for each of a thousand cards
 * takes longer than the scrolling itself. Whether a row begins a block depends on its id only, so that rows that come or
 * go do not push all others into other blocks, where they would be drawn again and lose the focus.
 */
export function blocksOf<Row extends { id: number }>(rows: readonly Row[]): readonly Block<Row>[] {
  const blocks: Block<Row>[] = [];
  for (const row of rows) {
    const begins = row.id % MEAN === 0;
    const last = blocks.at(-1);
    if (last && !begins) last.rows.push(row);
    else blocks.push({ key: begins ? row.id : 'first', rows: [row] });
  }
  return blocks;
}
