import type { CaseComment } from '@cusp/contract/case-comment';
import { useState } from 'react';

/**
 * Ids of the comments to mark as new: unread ones by others, and those already `marked`, which stay marked once read.
 */
export function newComments(
  comments: readonly CaseComment[],
  marked: ReadonlySet<number>,
): ReadonlySet<number> {
  const isNew = ({ id, author, is_unread }: CaseComment) => author !== 1 && (is_unread || marked.has(id));
  return new Set(comments.filter(isNew).map(({ id }) => id));
}

/** Ids of the comments by others that the reader has not seen. */
export const unreadOf = (comments: readonly CaseComment[]): number[] =>
  comments.filter(({ author, is_unread }) => author !== 1 && is_unread).map(({ id }) => id);

const NONE: ReadonlySet<number> = new Set();

/** Ids of the comments that became new to the reader since they opened the case. */
export function useNewComments(comments: readonly CaseComment[]): ReadonlySet<number> {
  const [known, setKnown] = useState(() => ({ comments, marked: newComments(comments, NONE) }));
  if (known.comments === comments) return known.marked;
  const marked = newComments(comments, known.marked);
  setKnown({ comments, marked });
  return marked;
}
