import type { CaseComment } from '@cusp/contract/cases';

/**
 * The comments to mark as new, by id. `unread` is how many the list counted before the case was opened,
 * `seen` what stood here before; null on the first look.
 */
export function newComments(
  comments: readonly CaseComment[],
  { unread, seen, marked }: { unread: number; seen: ReadonlySet<number> | null; marked: ReadonlySet<number> },
): ReadonlySet<number> {
  const others = comments.filter((comment) => comment.author !== 1).map((comment) => comment.id);
  if (!seen) return new Set(unread > 0 ? others.slice(-unread) : []);
  return new Set(others.filter((id) => marked.has(id) || !seen.has(id)));
}
