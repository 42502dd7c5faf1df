import type { OrderLine } from './order.ts';
import { type OrderProblem, openProblems, type RuledOrder } from './order-rules.ts';
import { inChartOrder } from './tooth-lists.ts';

const contentOf = ({ type, teeth, arch, material, shade, stumpShade }: OrderLine): string =>
  JSON.stringify([type, inChartOrder(teeth), arch, material || null, shade, stumpShade]);

/** What a problem is about: its mark, and the content of all its restorations. */
const subjectOf = ({ mark, lines }: OrderProblem, { restorations }: RuledOrder): string =>
  [mark, ...lines.flatMap((line) => restorations[line] ?? []).map(contentOf)].join(' ');

/**
 * The problems that prevent an edit of a sent order. One that the order already has unconfirmed, because the rule did not
 * exist when the order was sent, does not block a correction of something else; a problem that can never be confirmed
 * does, and so does one whose restorations change or whose confirmation the edit withdraws.
 */
export function openProblemsOfEdit(before: RuledOrder, after: RuledOrder, today: string): OrderProblem[] {
  const known = openProblems(before, today).map((each) => subjectOf(each, before));
  return openProblems(after, today).filter((each) => {
    const at = each.overridable ? known.indexOf(subjectOf(each, after)) : -1;
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}
