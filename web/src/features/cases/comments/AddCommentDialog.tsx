import { addComment, COMMENT_MAX } from '@cusp/contract/comments';
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { useChange } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';

interface AddCommentDialogProps {
  caseId: number;
  opened: boolean;
  onClose(): void;
}

const WIDTH = { wide: 694, phone: 320 };

/** Asks for a comment. What was typed stays when the dialog is closed without sending. */
export function AddCommentDialog({ caseId, opened, onClose }: AddCommentDialogProps) {
  const { t } = useTranslation(['cases', 'common']);
  const { t: errors } = useTranslation('errors');
  const isPhone = useSmallScreen();
  const [text, setText] = useState('');
  const comment = text.trim();
  const add = useChange(addComment, {
    stale: [['case'], ['comments', caseId], ['cases'], ['activities']],
    onSuccess: () => {
      setText('');
      onClose();
    },
  });
  const send = () => {
    if (comment && !add.isPending) add.mutate({ params: { id: caseId }, body: { comment } });
  };
  return (
    <CuspModal
      opened={opened}
      onClose={onClose}
      size={isPhone ? WIDTH.phone : WIDTH.wide}
      title={t('comments.add')}
    >
      <Stack gap="sm">
        {add.error && <Alert color="red">{errorText(errors, add.error)}</Alert>}
        <Textarea
          data-autofocus
          autosize
          minRows={5}
          maxRows={16}
          maxLength={COMMENT_MAX}
          aria-label={t('comments.add')}
          placeholder={t('comments.placeholder')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button disabled={!comment} loading={add.isPending} onClick={send}>
            {t('comments.send')}
          </Button>
        </Group>
      </Stack>
    </CuspModal>
  );
}
