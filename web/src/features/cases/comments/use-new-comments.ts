import type { CaseComment } from '@cusp/contract/cases';
import { useState } from 'react';

/** The comments to mark as new, by id: unread ones of others, and those `marked` before, which stay marked once read. */
export function newComments(
  comments: readonly CaseComment[],
  marked: ReadonlySet<number>,
): ReadonlySet<number> {
  const isNew = ({ id, author, is_unread }: CaseComment) => author !== 1 && (is_unread || marked.has(id));
  return new Set(comments.filter(isNew).map(({ id }) => id));
}

const NONE: ReadonlySet<number> = new Set();

/** Ids of the comments that are new to the reader since the case was opened, for as long as it is open. */
export function useNewComments(comments: readonly CaseComment[]): ReadonlySet<number> {
  const [known, setKnown] = useState(() => ({ comments, marked: newComments(comments, NONE) }));
  if (known.comments === comments) return known.marked;
  const marked = newComments(comments, known.marked);
  setKnown({ comments, marked });
  return marked;
}
