import type { CaseComment, CaseDetail } from '@cusp/contract/cases';
import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CommentBox } from './CommentBox.tsx';
import { CommentText } from './CommentText.tsx';
import classes from './comments.module.css';
import { earlierScanOf, scanOf } from './pins-of-case.ts';
import { useSeen } from './SeenComments.tsx';

interface PinnedCommentProps {
  comment: CaseComment;
  files: CaseDetail['files'];
  /** Shows it among the others. */
  onGoTo(): void;
}

/** What was said at a pin, beside the pin. */
export function PinnedComment({ comment, files, onGoTo }: PinnedCommentProps) {
  const { t } = useTranslation('cases');
  const { pin } = comment;
  const seen = useSeen(comment);
  const isOlder = pin !== null && scanOf(files, pin)?.id !== pin.file.id;
  const earlier = pin && earlierScanOf(files, pin);
  return (
    <>
      <div ref={seen} className={classes.pinned}>
        <CommentBox comment={comment} size={28}>
          <CommentText comment={comment} />
        </CommentBox>
      </div>
      {isOlder && (
        <p className={classes.pinOlder}>
          {earlier ? t('comments.pinOnVersion', { version: earlier.version }) : t('comments.pinOnEarlier')}
        </p>
      )}
      <Button variant="default" leftSection={<IconMessage size={16} aria-hidden />} onClick={onGoTo}>
        {t('comments.goTo')}
      </Button>
    </>
  );
}
