import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import type { CaseComment } from '@cusp/contract/case-comment';
import type { CaseDetail } from '@cusp/contract/cases';
import { removeComment } from '@cusp/contract/comments.routes';
import type { Pin } from '@cusp/contract/pin';
import { CopyButton } from '@mantine/core';
import { IconMapPin, IconMapPinOff } from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { FileName } from '../../../ui/FileRow.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { toastError } from '../../../ui/toast.ts';
import { withUndo } from '../../../ui/undo-offers.ts';
import { useUndo } from '../use-undo.ts';
import { CommentBox, CommentText } from './CommentBox.tsx';
import { CommentTool } from './CommentTool.tsx';
import classes from './comments.module.css';
import { FileChip } from './FileChip.tsx';
import { entryId, linkToComment } from './go-to-comment.ts';
import { earlierScanOf, scanOf } from './pins-of-case.ts';
import { Quote } from './Quote.tsx';
import { ReactionChips, ReactionMenu, useReactions } from './Reactions.tsx';
import { useSeen } from './SeenComments.tsx';
import { CommentEdit } from './writing/CommentEdit.tsx';
import { unsavedEdit } from './writing/unsent-comments.ts';

interface CommentEntryProps {
  caseId: number;
  caseNo: string;
  comment: CaseComment;
  isNew: boolean;
  /** Whether the page can show the file of the comment. */
  isFileShown: boolean;
  /** Version number of the comment's file, if there is a newer version. */
  fileVersion?: number | undefined;
  files: CaseDetail['files'];
  /** The day is shown elsewhere. */
  isOfDay: boolean;
  /** Whether the person may comment and react. */
  mayTalk: boolean;
  /** Opens the file of the comment. */
  onShowFile(comment: CaseComment): void;
  /** Shows the place that the comment is pinned to. */
  onShowPin(comment: CaseComment): void;
  /** Begins an answer to it. */
  onReply(commentId: number): void;
  /** Shows another comment. */
  onShowComment(commentId: number): void;
}

/**
 * One comment; its author may edit and delete it. Only one that changed is rendered again, because the stream renders with
 * each piece of it and with each person who comes.
 */
export const CommentEntry = memo(function CommentEntry(props: CommentEntryProps) {
  const { caseId, caseNo, comment, isNew, isFileShown, fileVersion, files } = props;
  const { isOfDay, mayTalk, onShowFile, onShowPin, onReply, onShowComment } = props;
  const { reply_to, thread_id } = comment;
  // The comment that it answers may be directly above.
  const answered = reply_to && reply_to.id !== thread_id ? reply_to : null;
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
      <CommentTool
        ref={editButton}
        icon="edit"
        label={t('comments.edit')}
        hint={t('common:edit')}
        onClick={() => setEditing(true)}
      />
      <CommentTool
        icon="delete"
        label={t('comments.delete')}
        hint={t('common:delete')}
        disabled={remove.isPending}
        aria-busy={remove.isPending}
        onClick={() => void onDelete()}
      />
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
              <CommentTool icon="reply" label={t('comments.reply')} onClick={() => onReply(comment.id)} />
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
        {answered && <Quote reply={answered} onShow={() => onShowComment(answered.id)} />}
        {isEditing && comment.is_editable ? (
          <CommentEdit caseId={caseId} comment={comment} onDone={endEditing} />
        ) : (
          <CommentText comment={comment} />
        )}
        <div className={classes.chips}>
          {comment.pin && <PinChip pin={comment.pin} files={files} onShow={() => onShowPin(comment)} />}
          {comment.file && (
            <FileChip
              file={comment.file}
              known={knownFile}
              version={fileVersion}
              onShow={isFileShown ? () => onShowFile(comment) : undefined}
            />
          )}
        </div>
        <ReactionChips {...reactions} mayReact={mayTalk} />
      </CommentBox>
    </li>
  );
});

/** Copies a link that opens the case at the comment. */
function CopyLink({ caseNo, commentId }: { caseNo: string; commentId: number }) {
  const { t } = useTranslation(['cases', 'common']);
  return (
    <CopyButton value={linkToComment(caseNo, commentId)}>
      {({ copied, copy }) => (
        <CommentTool
          icon={copied ? 'check' : 'link'}
          label={t('comments.copyLink')}
          hint={copied ? t('common:copied') : undefined}
          onClick={copy}
        />
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
