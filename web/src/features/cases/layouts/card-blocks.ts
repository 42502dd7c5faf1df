/** The most cards of a block: what comes into view at once is laid out and painted in one piece of work. */
const MOST = 6;

/** One row in eight begins a block. The ids are mixed, because those of a column have a pattern: they step by 16 or more. */
function isBeginning(id: number): boolean {
  const mixed = Math.imul(id ^ (id >>> 15), 0x2c1b3c6d);
  return Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 29 === 0;
}

interface Block<Row> {
  key: number | 'first';
  rows: Row[];
}

/**
 * Rows in blocks, which the browser lays out and paints only near the window: asking that for each of a thousand cards
 * takes longer than the scrolling itself. Whether a row begins a block depends on its id and a few rows before it, so
 * that rows that come or go do not push all others into other blocks, where they would be drawn again and lose the focus.
 */
export function blocksOf<Row extends { id: number }>(rows: readonly Row[]): readonly Block<Row>[] {
  const blocks: Block<Row>[] = [];
  for (const row of rows) {
    const last = blocks.at(-1);
    const begins = isBeginning(row.id) || last?.rows.length === MOST;
    if (last && !begins) last.rows.push(row);
    else blocks.push({ key: begins ? row.id : 'first', rows: [row] });
  }
  return blocks;
}
