import type { CaseComment } from '@cusp/contract/cases';
import { inOwnOrder } from '@cusp/contract/unseen';
import type { ReactNode } from 'react';
import { useUser } from '../../../client/session/session-store.ts';
import { LongText } from '../LongText.tsx';
import classes from './comments.module.css';

/** What somebody said, with the people named in it marked. */
export function CommentText({ comment }: { comment: Pick<CaseComment, 'text' | 'mentions'> }) {
  const { id } = useUser();
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { user_id, start, length } of comment.mentions) {
    parts.push(
      inOwnOrder(comment.text.slice(from, start)),
      <span key={start} className={classes.mention} data-me={user_id === id || undefined}>
        {comment.text.slice(start, start + length)}
      </span>,
    );
    from = start + length;
  }
  return <LongText text={[...parts, inOwnOrder(comment.text.slice(from))]} lines={14} />;
}
