/**
 * Maximum number of cards in a block; a block's cards come into view together and are laid out and painted at the same
 * time.
 */
const MOST = 4;

/** The ids of a column have a pattern, they step by 16 or more. Different ids have different weights. */
function weightOf(id: number): number {
  const once = Math.imul(id ^ (id >>> 15), 0x2c1b3c6d);
  const twice = Math.imul(once ^ (once >>> 12), 0x297a2d39);
  return (twice ^ (twice >>> 15)) >>> 0;
}

interface Block<Row> {
  key: number | 'first';
  rows: Row[];
}

/**
 * Rows in blocks, which the browser lays out and paints only near the window: doing that for each of a thousand cards
 * takes longer than the scrolling itself. Too many rows are split before the one with the smallest weight, and each
 * half again. So an added or removed row changes only the blocks beside it, and the cards of all others keep their
 * elements.
 */
export function blocksOf<Row extends { id: number }>(rows: readonly Row[]): readonly Block<Row>[] {
  const weights = rows.map(({ id }) => weightOf(id));
  const blocks: Block<Row>[] = [];
  /**
   * Index 0 is the position before all rows, so that a row that becomes the first stays in the block that it had
   * before.
   */
  const part = (from: number, to: number) => {
    if (to - from <= MOST) {
      const own = rows.slice(Math.max(from, 0), to);
      const [first] = own;
      if (first) blocks.push({ key: from < 0 ? 'first' : first.id, rows: own });
      return;
    }
    let at = from + 1;
    for (let each = at + 1; each < to; each += 1) if ((weights[each] ?? 0) < (weights[at] ?? 0)) at = each;
    part(from, at);
    part(at, to);
  };
  part(-1, rows.length);
  return blocks;
}
