import type { CaseComment } from '@cusp/contract/case-comment';
import { inOwnOrder } from '@cusp/text/unseen';
import type { ReactNode } from 'react';
import { useUser } from '../../../client/session/session-store.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { PersonAvatar, PersonName } from '../../../ui/PersonAvatar.tsx';
import { LongText } from '../LongText.tsx';
import classes from './comments.module.css';

interface CommentBoxProps {
  comment: CaseComment;
  /** The day is shown elsewhere. */
  isOfDay?: boolean;
  /** Size of the avatar in CSS pixels. */
  size: number;
  /** Shown after name and time. */
  marks?: ReactNode;
  /** The body of the comment. */
  children: ReactNode;
}

/** A comment's author, time and body. */
export function CommentBox({ comment, isOfDay = false, size, marks, children }: CommentBoxProps) {
  const { clock, dateTime } = useFormat();
  const name = comment.author_is_unknown ? '' : comment.name;
  return (
    <>
      <PersonAvatar name={name} picture={comment.picture} size={size} />
      <div className={classes.main}>
        <div className={classes.line}>
          <span className={classes.name}>
            <PersonName name={name} />
          </span>
          <time
            className={classes.time}
            dateTime={comment.created_date}
            title={isOfDay ? dateTime(comment.created_date) : undefined}
          >
            {isOfDay ? clock(comment.created_date) : dateTime(comment.created_date)}
          </time>
          {marks}
        </div>
        {children}
      </div>
    </>
  );
}

/** The text of a comment with its mentions highlighted. */
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
