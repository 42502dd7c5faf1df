import type { CaseComment } from '@cusp/contract/cases';
import { useState } from 'react';
import { newComments } from './new-comments.ts';

/** Ids of the comments that are new to the reader since the case was opened, for as long as it is open. */
export function useNewComments(comments: readonly CaseComment[], unread: number): ReadonlySet<number> {
  const first = () => ({
    comments,
    marked: newComments(comments, { unread, seen: null, marked: new Set() }),
  });
  const [known, setKnown] = useState(first);
  if (known.comments === comments) return known.marked;
  const seen = new Set(known.comments.map(({ id }) => id));
  const marked = newComments(comments, { unread, seen, marked: known.marked });
  setKnown({ comments, marked });
  return marked;
}
