import { addComment, COMMENT_MAX } from '@cusp/contract/comments';
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { useChange } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { noteTyping, noteTypingOver } from '../presence/typing.ts';
import { keepUnsent, unsentComment } from './unsent-comments.ts';

interface AddCommentDialogProps {
  caseId: number;
  opened: boolean;
  onClose(): void;
}

const WIDTH = { wide: 694, phone: 320 };

/** Asks for a comment. What was typed stays with its case until it is posted, also while others are looked at. */
export function AddCommentDialog({ caseId, opened, onClose }: AddCommentDialogProps) {
  const { t } = useTranslation(['cases', 'common']);
  const { t: errors } = useTranslation('errors');
  const isPhone = useSmallScreen();
  const [text, setText] = useState(() => unsentComment(caseId));
  const type = (next: string) => {
    noteTyping(caseId);
    keepUnsent(caseId, next);
    setText(next);
  };
  const comment = text.trim();
  const isSending = useRef(false);
  const add = useChange(addComment, {
    stale: [['case'], ['comments', caseId], ['cases'], ['activities']],
    onSuccess: () => {
      keepUnsent(caseId, '');
      setText('');
      noteTypingOver();
      onClose();
    },
    onSettled: () => {
      isSending.current = false;
    },
  });
  const send = () => {
    // A double click comes before the button knows that it is busy.
    if (!comment || isSending.current) return;
    isSending.current = true;
    add.mutate({ params: { id: caseId }, body: { comment } });
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
          onChange={(event) => type(event.currentTarget.value)}
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
