import type { CaseDetail } from '@cusp/contract/cases';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../../../client/small-screen.ts';
import { CuspModal } from '../../../../ui/dialogs/CuspModal.tsx';
import classes from '../comments.module.css';
import { ReplyBar } from '../Quote.tsx';
import { ComingFile, FileChoice, LostFile } from './FileChoice.tsx';
import { MentionTextarea } from './MentionTextarea.tsx';
import { useCommentDraft } from './use-comment-draft.ts';
import type { CommentFiles } from './use-comment-files.ts';

interface AddCommentDialogProps {
  dentalCase: Pick<CaseDetail, 'id' | 'files' | 'comments'>;
  /** Files dropped or pasted into the comment. */
  files: CommentFiles;
  opened: boolean;
  onClose(): void;
  onPosted(commentId: number): void;
}

const WIDTH = { wide: 694, phone: 320 };

/** Asks for a comment in a larger field than the composer, with the same draft. */
export function AddCommentDialog({ opened, onClose, ...rest }: AddCommentDialogProps) {
  const { t } = useTranslation('cases');
  const isPhone = useSmallScreen();
  return (
    <CuspModal
      opened={opened}
      onClose={onClose}
      size={isPhone ? WIDTH.phone : WIDTH.wide}
      title={t('comments.add')}
    >
      <Form onClose={onClose} {...rest} />
    </CuspModal>
  );
}

function Form({ dentalCase, files, onClose, onPosted }: Omit<AddCommentDialogProps, 'opened'>) {
  const { t } = useTranslation(['cases', 'common', 'files']);
  const draft = useCommentDraft(dentalCase, (id) => {
    onPosted(id);
    onClose();
  });
  const isReady = draft.isSendable && files.uploading === null;
  return (
    <Stack gap="sm">
      {draft.error && <Alert color="red">{draft.error}</Alert>}
      {files.lost !== null && <LostFile {...files.lost} />}
      <ReplyBar caseId={dentalCase.id} comments={dentalCase.comments} />
      <MentionTextarea
        data-autofocus
        {...files.handlers}
        caseId={dentalCase.id}
        minRows={5}
        maxRows={16}
        aria-label={t('comments.add')}
        placeholder={t('comments.placeholder')}
        // Text typed while the comment is being sent would be lost.
        readOnly={draft.isPending}
        value={draft.written}
        onChange={draft.write}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) draft.send();
        }}
      />
      <FileChoice
        label={t('comments.file')}
        files={dentalCase.files}
        fileId={draft.fileId}
        onChoose={draft.chooseFile}
      />
      {files.uploading !== null && files.uploads && (
        <ComingFile name={files.uploading} uploads={files.uploads} />
      )}
      {draft.isPaused && (
        <p className={classes.waits} role="status">
          {t('files:awaits.connection')}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button disabled={!isReady} loading={draft.isPending} onClick={draft.send}>
          {t('comments.send')}
        </Button>
      </Group>
    </Stack>
  );
}
