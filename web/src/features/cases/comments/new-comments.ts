import type { CaseComment } from '@cusp/contract/cases';

const ofOthers = (comments: readonly CaseComment[]) => comments.filter((comment) => comment.author !== 1);

/**
 * How many comments are new to who opens a case: as many as a list counted, or as the answer says where no list knows
 * the case or where one was asked a moment too late. An answer of an earlier look says what was new then.
 */
export function unreadAtFirst(
  comments: readonly CaseComment[],
  { listed, isFresh }: { listed: number; isFresh: boolean },
): number {
  return isFresh ? Math.max(listed, ofOthers(comments).filter(({ is_unread }) => is_unread).length) : listed;
}

/**
 * The comments to mark as new, by id. `unread` is how many the list counted before the case was opened,
 * `seen` what stood here before; null on the first look.
 */
export function newComments(
  comments: readonly CaseComment[],
  { unread, seen, marked }: { unread: number; seen: ReadonlySet<number> | null; marked: ReadonlySet<number> },
): ReadonlySet<number> {
  const others = ofOthers(comments);
  const ids = (which: readonly CaseComment[]) => new Set(which.map(({ id }) => id));
  if (seen) return ids(others.filter(({ id, is_unread }) => is_unread || marked.has(id) || !seen.has(id)));
  if (unread === 0) return new Set();
  const told = others.filter(({ is_unread }) => is_unread);
  // An answer that was asked for twice no longer says it; the last ones are the likely ones.
  return ids(told.length > 0 ? told : others.slice(-unread));
}
