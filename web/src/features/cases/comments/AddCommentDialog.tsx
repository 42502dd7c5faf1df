import type { CaseDetail } from '@cusp/contract/cases';
import { addComment } from '@cusp/contract/comments.routes';
import { Alert, Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import classes from './comments.module.css';
import { MentionTextarea } from './MentionTextarea.tsx';
import { trimmed } from './mention-spans.ts';
import { forgetUnsent, keepUnsent, type Unsent, unsentComment } from './unsent-comments.ts';

interface AddCommentDialogProps {
  dentalCase: Pick<CaseDetail, 'id' | 'files'>;
  opened: boolean;
  onClose(): void;
}

const WIDTH = { wide: 694, phone: 320 };

/** Asks for a comment. The draft is kept per case until it is posted, also while other cases are viewed. */
export function AddCommentDialog({ dentalCase, opened, onClose }: AddCommentDialogProps) {
  const { t } = useTranslation('cases');
  const isPhone = useSmallScreen();
  return (
    <CuspModal
      opened={opened}
      onClose={onClose}
      size={isPhone ? WIDTH.phone : WIDTH.wide}
      title={t('comments.add')}
    >
      <Composer dentalCase={dentalCase} onClose={onClose} />
    </CuspModal>
  );
}

function Composer({ dentalCase, onClose }: Omit<AddCommentDialogProps, 'opened'>) {
  const { t } = useTranslation(['cases', 'common', 'files']);
  const { t: errors } = useTranslation('errors');
  const caseId = dentalCase.id;
  const [unsent, setUnsent] = useState(() => unsentComment(caseId));
  const change = (part: Partial<Omit<Unsent, 'key'>>) => setUnsent(keepUnsent(caseId, part));
  const { text, mentions } = trimmed(unsent.written);
  const add = useSubmit(addComment, {
    onSuccess: (_, { body }) => {
      // While offline this comment may have waited, and another draft may have been started since.
      if (unsentComment(caseId).key !== body.key) return;
      setUnsent(forgetUnsent(caseId));
      onClose();
    },
  });
  const { files } = dentalCase;
  // The chosen file may have a newer version by now; the comment stays with the version its author saw.
  const file = files.find((each) => [each, ...each.earlier].some(({ id }) => id === unsent.fileId));
  const send = () => {
    if (!text) return;
    const body = { comment: text, mentions, file_id: file ? unsent.fileId : null, key: unsent.key };
    add.mutate({ params: { id: caseId }, body });
  };
  return (
    <Stack gap="sm">
      {add.error && <Alert color="red">{errorText(errors, add.error)}</Alert>}
      <MentionTextarea
        data-autofocus
        caseId={caseId}
        minRows={5}
        maxRows={16}
        aria-label={t('comments.add')}
        placeholder={t('comments.placeholder')}
        // Typing into a text that is being sent would be lost with it.
        readOnly={add.isPending}
        value={unsent.written}
        onChange={(written) => change({ written })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      {files.length > 0 && (
        <Select
          size="xs"
          label={t('comments.file')}
          placeholder={t('comments.noFile')}
          clearable
          searchable={files.length > 8}
          data={files.toReversed().map(({ id, filename }) => ({ value: String(id), label: filename }))}
          value={file ? String(file.id) : null}
          onChange={(value) => change({ fileId: value === null ? null : Number(value) })}
        />
      )}
      {add.isPaused && (
        <p className={classes.waits} role="status">
          {t('files:awaits.connection')}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button disabled={!text} loading={add.isPending} onClick={send}>
          {t('comments.send')}
        </Button>
      </Group>
    </Stack>
  );
}
