import type { CaseComment } from '@cusp/contract/case-comment';
import type { CaseDetail, NumberSystem } from '@cusp/contract/cases';
import { isPreviewPicture } from '@cusp/contract/file-types';
import { lightCopy } from '@cusp/contract/light-copies.routes';
import { markFront } from '@cusp/contract/orientation.routes';
import { fullName } from '@cusp/text/names';
import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Ref, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../client/session/session-store.ts';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { orderWords } from '../../../dental-ui/order-words.ts';
import { errorText } from '../../../i18n/error-text.ts';
import {
  fetchFileBytes,
  fetchLightCopy,
  isMesh,
  keepPreview,
  type Uploading,
  useExportBlock,
  useSaveFile,
  viewerFile,
  wantsPreview,
} from '../../files/files.offers.tsx';
import {
  CaseViewer,
  type CaseViewerHandle,
  type OrientationStore,
  type PictureTarget,
  type PinThread,
} from '../../viewer/viewer.offers.tsx';
import { CommentBox, CommentText } from '../comments/CommentBox.tsx';
import classes from '../comments/comments.module.css';
import { earlierScanOf, nextPictureName, pinsOfCase, scanOf } from '../comments/pins-of-case.ts';
import { useSeen } from '../comments/SeenComments.tsx';
import { PinComposer } from '../comments/writing/PinComposer.tsx';

/** Saves the orientation of the scans (where the patient's front is) until the case is closed. */
function useOrientationStore({ id, orientation, status }: CaseDetail): OrientationStore {
  const { t } = useTranslation('errors');
  const mayMark = useMayCall(markFront);
  const marking = useSubmit(markFront);
  return {
    mark: orientation,
    keep:
      status.code === 'CLSD' || !mayMark
        ? undefined
        : (next) => marking.mutate({ params: { id }, body: { orientation: next } }),
    isKeeping: marking.isPending,
    error: marking.error ? errorText(t, marking.error) : undefined,
  };
}

interface CasePreviewProps {
  dentalCase: CaseDetail;
  /** The number system that other parts of the page show. */
  system: NumberSystem;
  uploads: Uploading;
  /** The person has chosen the case or interacted with it, so its scans count as viewed. */
  isLookedAt: boolean;
  viewer: Ref<CaseViewerHandle>;
  /** Shows a comment in the conversation. */
  onComment(commentId: number): void;
}

/** A picture of the scans of a case, which becomes a small model, and on request the scans in 3D with all tools. */
export function CasePreview({
  dentalCase,
  system,
  uploads,
  isLookedAt,
  viewer,
  onComment,
}: CasePreviewProps) {
  const { settings } = useUser();
  const queries = useQueryClient();
  const save = useSaveFile(dentalCase);
  const block = useExportBlock(dentalCase);
  const isBlocked = dentalCase.files.every((file) => !isMesh(file.filename) || block.blocks(file));
  const desks = usePinThread(dentalCase, uploads, onComment);
  const files = useMemo(() => dentalCase.files.map(viewerFile), [dentalCase.files]);
  const picture = dentalCase.files.findLast(({ filename }) => isPreviewPicture(filename));
  const maySee = useMayCall(lightCopy);
  const isMissed = wantsPreview(dentalCase.files) && dentalCase.status.code !== 'CLSD';
  const orientationStore = useOrientationStore(dentalCase);
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const { firstname, lastname } = dentalCase.patient;
  const subject = {
    title: fullName(firstname, lastname) || t('list.noPatient'),
    number: dentalCase.no,
    order: orderWords(dentalCase.restorations, system, dental),
  };
  return (
    <CaseViewer
      key={dentalCase.id}
      ref={viewer}
      subject={subject}
      files={files}
      previewUrl={picture && `${picture.url}?inline=1`}
      projection={settings._3d_projection}
      fetchLightCopy={fetchLightCopy}
      isLive={isLookedAt && maySee}
      fetchFile={fetchFileBytes}
      onDownload={save}
      onBlocked={isBlocked ? () => void block.explain() : undefined}
      onDrawn={isMissed ? (take) => void keepPicture(queries, dentalCase.id, take) : undefined}
      orientationStore={orientationStore}
      {...desks}
    />
  );
}

/** The author's browser has just rendered the preview that the case lacks, so it uploads it; a failure does no harm. */
async function keepPicture(
  queries: QueryClient,
  caseId: number,
  take: () => Promise<Blob | null>,
): Promise<void> {
  try {
    const picture = await take();
    if (picture) await keepPreview(queries, caseId, picture);
  } catch (error) {
    console.warn('could not upload the preview', error);
  }
}

/** The comments of a case as pins in the viewer, and the uploads for its pictures of the view. */
function usePinThread(
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
