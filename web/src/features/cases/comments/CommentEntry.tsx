import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import type { CaseComment, CaseDetail } from '@cusp/contract/cases';
import { removeComment } from '@cusp/contract/comments.routes';
import type { Pin } from '@cusp/contract/pin';
import { ActionIcon, CopyButton } from '@mantine/core';
import {
  IconCheck,
  IconCornerUpLeft,
  IconLink,
  IconMapPin,
  IconMapPinOff,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { FileName } from '../../../ui/FileRow.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { Hint } from '../../../ui/Hint.tsx';
import { toastError } from '../../../ui/toast.ts';
import { withUndo } from '../../../ui/undo-offers.ts';
import { useUndo } from '../use-undo.ts';
import { CommentBox, CommentText } from './CommentBox.tsx';
import { CommentEdit } from './CommentEdit.tsx';
import classes from './comments.module.css';
import { FileChip } from './FileChip.tsx';
import { entryId, linkToComment } from './go-to-comment.ts';
import { earlierScanOf, scanOf } from './pins-of-case.ts';
import { Quote } from './Quote.tsx';
import { ReactionChips, ReactionMenu, useReactions } from './Reactions.tsx';
import { useSeen } from './SeenComments.tsx';
import { unsavedEdit } from './unsent-comments.ts';

interface CommentEntryProps {
  caseId: number;
  caseNo: string;
  comment: CaseComment;
  isNew: boolean;
  /** Opens the file of the comment, if the page can show it. */
  onShowFile?: (() => void) | undefined;
  /** Version number of the comment's file, if there is a newer version. */
  fileVersion?: number | undefined;
  files: CaseDetail['files'];
  /** Shows the place that the comment is pinned to. */
  onShowPin(): void;
  /** The day is shown elsewhere. */
  isOfDay: boolean;
  /** Whether the person may comment and react. */
  mayTalk: boolean;
  /** Begins an answer to it. */
  onReply(): void;
  /** Shows the comment that it answers; undefined if that one is directly above. */
  onShowAnswered?: (() => void) | undefined;
}

/** One comment; its author may edit and delete it. */
export function CommentEntry(props: CommentEntryProps) {
  const { caseId, caseNo, comment, isNew, onShowFile, fileVersion, files, onShowPin } = props;
  const { isOfDay, mayTalk, onReply, onShowAnswered } = props;
  const { t } = useTranslation(['cases', 'common']);
  const { t: errors } = useTranslation('errors');
  const { dateTime } = useFormat();
  const confirm = useConfirm();
  const [isEditing, setEditing] = useState(() => unsavedEdit(comment.id) !== undefined);
  const knownFile = files
    .flatMap((file) => [file, ...file.earlier])
    .find(({ id }) => id === comment.file?.id);
  const seen = useSeen(comment);
  const reactions = useReactions(comment);
  const editButton = useRef<HTMLButtonElement>(null);
  const offerUndo = useUndo();
  const remove = useSubmit(removeComment, {
    onError: (error) => toastError(errorText(errors, error)),
  });
  const onDelete = async () => {
    const yes = await confirm({
      title: t('common:warning'),
      content: t('comments.deleteQuestion'),
      ok: t('common:delete'),
      danger: true,
    });
    if (!yes) return;
    const until = Date.now() + UNDO_MS;
    await withUndo((early) =>
      remove.mutateAsync({ params: { id: comment.id } }).then(
        ({ undo }) => offerUndo(t('undo.comment'), { undo, until, early }),
        // `onError` explains it.
        () => undefined,
      ),
    );
  };
  const endEditing = () => {
    setEditing(false);
    requestAnimationFrame(() => editButton.current?.focus());
  };
  const changes = (
    <>
      <Hint label={t('common:edit')}>
        <ActionIcon
          ref={editButton}
          variant="subtle"
          color="gray"
          aria-label={t('comments.edit')}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Hint>
      <Hint label={t('common:delete')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('comments.delete')}
          loading={remove.isPending}
          onClick={() => void onDelete()}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Hint>
    </>
  );
  const marks = (
    <>
      {comment.is_edited && (
        <span className={classes.time} title={dateTime(comment.updated_date)}>
          {t('comments.edited')}
        </span>
      )}
      {isNew && <span className={classes.new}>{t('comments.new')}</span>}
      {comment.mentions_me && comment.author !== 1 && (
        <span className={classes.mentionsYou}>{t('comments.mentionsYou')}</span>
      )}
      {!isEditing && (
        <span className={classes.tools}>
          {mayTalk && (
            <>
              <ReactionMenu {...reactions} />
              <Hint label={t('comments.reply')}>
                <ActionIcon variant="subtle" color="gray" aria-label={t('comments.reply')} onClick={onReply}>
                  <IconCornerUpLeft size={16} aria-hidden />
                </ActionIcon>
              </Hint>
            </>
          )}
          <CopyLink caseNo={caseNo} commentId={comment.id} />
          {comment.is_editable && changes}
        </span>
      )}
    </>
  );
  return (
    <li
      ref={seen}
      id={entryId(comment.id)}
      tabIndex={-1}
      className={classes.entry}
      data-own={comment.author === 1 || undefined}
      data-new={isNew || undefined}
    >
      <CommentBox comment={comment} isOfDay={isOfDay} size={28} marks={marks}>
        {comment.reply_to && onShowAnswered && <Quote reply={comment.reply_to} onShow={onShowAnswered} />}
        {isEditing && comment.is_editable ? (
          <CommentEdit caseId={caseId} comment={comment} onDone={endEditing} />
        ) : (
          <CommentText comment={comment} />
        )}
        <div className={classes.chips}>
          {comment.pin && <PinChip pin={comment.pin} files={files} onShow={onShowPin} />}
          {comment.file && (
            <FileChip file={comment.file} known={knownFile} version={fileVersion} onShow={onShowFile} />
          )}
        </div>
        <ReactionChips {...reactions} mayReact={mayTalk} />
      </CommentBox>
    </li>
  );
}

/** Copies a link that opens the case at the comment. */
function CopyLink({ caseNo, commentId }: { caseNo: string; commentId: number }) {
  const { t } = useTranslation(['cases', 'common']);
  return (
    <CopyButton value={linkToComment(caseNo, commentId)}>
      {({ copied, copy }) => (
        <Hint label={copied ? t('common:copied') : t('comments.copyLink')}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('comments.copyLink')} onClick={copy}>
            {copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
          </ActionIcon>
        </Hint>
      )}
    </CopyButton>
  );
}

interface PinChipProps {
  pin: Pin;
  files: CaseDetail['files'];
  /** Shows the place on the scan. */
  onShow(): void;
}

/** The place on a scan that a comment is pinned to. */
function PinChip({ pin, files, onShow }: PinChipProps) {
  const { t } = useTranslation(['cases', 'files']);
  const { filename: name } = pin.file;
  const { no } = pin;
  if (!scanOf(files, pin))
    return (
      <span className={classes.chip} data-gone>
        <IconMapPinOff size={15} aria-hidden />
        <span className={classes.chipName}>{t('comments.pinGone', { no, name })}</span>
      </span>
    );
  const version = earlierScanOf(files, pin)?.version;
  return (
    <button
      type="button"
      className={classes.chip}
      title={t('comments.showPin', { no, name })}
      onClick={onShow}
    >
      <IconMapPin size={15} aria-hidden />
      <span className={classes.chipNo}>{t('comments.pin', { no })}</span>
      <span aria-hidden>·</span>
      <span className={classes.chipName}>
        <FileName name={name} />
      </span>
      {version !== undefined && (
        <span className={classes.chipVersion}>{t('files:versionNo', { version })}</span>
      )}
    </button>
  );
}
