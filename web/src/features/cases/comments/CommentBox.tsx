import type { CaseComment } from '@cusp/contract/cases';
import type { ReactNode } from 'react';
import { useFormat } from '../../../ui/format/use-format.ts';
import { PersonAvatar, PersonName } from '../../../ui/PersonAvatar.tsx';
import classes from './comments.module.css';

interface CommentBoxProps {
  comment: CaseComment;
  /** Side of the picture in CSS pixels. */
  size: number;
  /** What stands behind name and time. */
  marks?: ReactNode;
  /** What was said. */
  children: ReactNode;
}

/** Who said something and when, and what. */
export function CommentBox({ comment, size, marks, children }: CommentBoxProps) {
  const { dateTime } = useFormat();
  const name = comment.author_is_unknown ? '' : comment.name;
  return (
    <>
      <PersonAvatar name={name} picture={comment.picture} size={size} />
      <div className={classes.main}>
        <div className={classes.line}>
          <span className={classes.name}>
            <PersonName name={name} />
          </span>
          <time className={classes.time} dateTime={comment.created_date}>
            {dateTime(comment.created_date)}
          </time>
          {marks}
        </div>
        {children}
      </div>
    </>
  );
}
