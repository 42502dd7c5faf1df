import type { Paging } from '@cusp/contract/wire';

/** Numbers shown on each side of the current page. */
const AROUND = 2;

/** The requested page, or the last page with rows if that comes earlier. */
export const pageWithin = (wished: number, total: number, perPage: number): number =>
  Math.min(wished, Math.max(1, Math.ceil(total / perPage)));

/** The paging block of a list. */
export function pageOf(number: number, total: number, perPage: number): Paging {
  const pages = Math.max(1, Math.ceil(total / perPage));
  return {
    number,
    num_per_page: perPage,
    total_num: total,
    num_pages: pages,
    has_previous: number > 1,
    has_next: number < pages,
    page_range: rangeOf(number, pages),
  };
}

/** First, last, and those around the current page; a gap of a single number is filled with that number. */
function rangeOf(number: number, pages: number): Paging['page_range'] {
  const shown = new Set([1, pages]);
  for (let at = number - AROUND; at <= number + AROUND; at += 1) if (at >= 1 && at <= pages) shown.add(at);
  const range: Paging['page_range'] = [];
  let last = 0;
  for (const at of [...shown].sort((a, b) => a - b)) {
    if (at - last === 2) range.push(at - 1);
    else if (at - last > 2) range.push('…');
    range.push(at);
    last = at;
  }
  return range;
}
