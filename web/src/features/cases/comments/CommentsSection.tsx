import type { CaseDetail } from '@cusp/contract/cases';
import type { PersonHere } from '@cusp/contract/presence';
import { Button } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import view from '../detail/case-view.module.css';
import { TypingLine } from '../presence/TypingLine.tsx';
import { AddCommentDialog } from './AddCommentDialog.tsx';
import { CommentEntry } from './CommentEntry.tsx';
import classes from './comments.module.css';
import { useNewComments } from './use-new-comments.ts';

interface CommentsSectionProps {
  ref: RefObject<HTMLElement | null>;
  dentalCase: CaseDetail;
  /** How many the list counted as unread before the case was opened. */
  unread: number;
  /** Who else looks at the case. */
  people: readonly PersonHere[];
}

/** With more comments than this, the button to post stands below them too. */
const MANY = 5;

/** What both sides said about the case, oldest first. */
export function CommentsSection({ ref, dentalCase, unread, people }: CommentsSectionProps) {
  const { t } = useTranslation('cases');
  const { comments } = dentalCase;
  const [isAdding, setAdding] = useState(false);
  const fresh = useNewComments(comments, unread);
  const post = (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconMessagePlus size={16} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {t('comments.post')}
    </Button>
  );
  return (
    <section ref={ref} tabIndex={-1} className={view.section} aria-label={t('comments.title')}>
      <div className={view.headingLine}>
        <h3 className={view.heading}>
          {t('comments.title')} <span className={view.quiet}>{comments.length || ''}</span>
        </h3>
        {post}
      </div>
      {comments.length === 0 ? (
        <p className={classes.none}>{t('comments.none')}</p>
      ) : (
        <ol className={classes.list}>
          {comments.map((comment) => (
            <CommentEntry key={comment.id} comment={comment} isNew={fresh.has(comment.id)} />
          ))}
        </ol>
      )}
      <TypingLine people={people} />
      {comments.length > MANY && <div className={classes.foot}>{post}</div>}
      <AddCommentDialog caseId={dentalCase.id} opened={isAdding} onClose={() => setAdding(false)} />
    </section>
  );
}
