/** The most cards of a block, which come into view at once and are laid out and painted in one piece of work. */
const MOST = 8;

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
 * Rows in blocks, which the browser lays out and paints only near the window: asking that for each of a thousand cards
 * takes longer than the scrolling itself. Too many rows are parted before the one of the least weight, and each part
 * again. So a row that comes or goes changes the blocks beside it only, and the cards of all others keep their elements.
 */
export function blocksOf<Row extends { id: number }>(rows: readonly Row[]): readonly Block<Row>[] {
  const weights = rows.map(({ id }) => weightOf(id));
  const blocks: Block<Row>[] = [];
  /** The first place is the one before all rows, so that a row that is first now has the block that it had as a later one. */
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
