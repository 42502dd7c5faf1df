/** About what a large screen shows without scrolling. */
const SEEN_AT_ONCE = 10;
/** Rows after so many are too far below to be laid out, and cost little. */
const LAID_OUT = 30;

/** The rows from above that can be drawn in one go, given which stand already; `rows` itself when that is all. */
export function nextRows<Row extends { id: number }>(
  rows: readonly Row[],
  standing: ReadonlySet<number>,
): readonly Row[] {
  let added = 0;
  const end = rows.findIndex(({ id }, index) => {
    if (standing.has(id)) return false;
    if (index === LAID_OUT && added > 0) return true;
    added += 1;
    return index < LAID_OUT && added > SEEN_AT_ONCE;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
