import type { CaseComment } from '@cusp/contract/case-comment';
import type { CaseDetail } from '@cusp/contract/cases';
import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Uploading } from '../../files/files.offers.tsx';
import type { PictureTarget, PinThread } from '../../viewer/viewer.offers.tsx';
import { CommentBox, CommentText } from '../comments/CommentBox.tsx';
import classes from '../comments/comments.module.css';
import { PinComposer } from '../comments/PinComposer.tsx';
import { earlierScanOf, nextPictureName, pinsOfCase, scanOf } from '../comments/pins-of-case.ts';
import { useSeen } from '../comments/SeenComments.tsx';

/** The comments of a case as pins in the viewer, and the uploads for its pictures of the view. */
export function usePinThread(
  dentalCase: Pick<CaseDetail, 'id' | 'no' | 'files' | 'comments' | 'status'>,
  uploads: Uploading,
  /** Shows a comment in the conversation. */
  showComment: (commentId: number) => void,
): { pinThread: PinThread; pictureTarget: PictureTarget } {
  const { t } = useTranslation('common');
  const { no, files, comments, status } = dentalCase;
  const sendPicture = status.code === 'CLSD' ? undefined : uploads.send;
  return {
    pinThread: {
      pins: pinsOfCase(comments, files, t('unknown')),
      card(pin, leave) {
        const comment = comments.find(({ id }) => id === pin.key);
        const goTo = () => {
          leave();
          showComment(pin.key);
        };
        return comment && <PinnedComment comment={comment} files={files} onGoTo={goTo} />;
      },
      composer: (task) => (
        <PinComposer dentalCase={dentalCase} uploads={uploads} sendPicture={sendPicture} task={task} />
      ),
    },
    pictureTarget: {
      name: () => nextPictureName(no, files),
      add: sendPicture && (async (picture) => (await sendPicture(picture)) !== null),
    },
  };
}

interface PinnedCommentProps {
  comment: CaseComment;
  files: CaseDetail['files'];
  /** Shows it in the list of comments. */
  onGoTo(): void;
}

/** The comment of a pin, next to the pin. */
function PinnedComment({ comment, files, onGoTo }: PinnedCommentProps) {
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
