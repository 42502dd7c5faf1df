import type { CaseComment } from '@cusp/contract/cases';

/** The comments to mark as new, by id: unread ones of others, and those `marked` before, which stay marked once read. */
export function newComments(
  comments: readonly CaseComment[],
  marked: ReadonlySet<number>,
): ReadonlySet<number> {
  const isNew = ({ id, author, is_unread }: CaseComment) => author !== 1 && (is_unread || marked.has(id));
  return new Set(comments.filter(isNew).map(({ id }) => id));
}
