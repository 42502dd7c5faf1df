import type { CaseComment } from '@cusp/contract/cases';
import { useState } from 'react';
import { newComments } from './new-comments.ts';

const NONE: ReadonlySet<number> = new Set();

/** Ids of the comments that are new to the reader since the case was opened, for as long as it is open. */
export function useNewComments(comments: readonly CaseComment[]): ReadonlySet<number> {
  const [known, setKnown] = useState(() => ({ comments, marked: newComments(comments, NONE) }));
  if (known.comments === comments) return known.marked;
  const marked = newComments(comments, known.marked);
  setKnown({ comments, marked });
  return marked;
}
