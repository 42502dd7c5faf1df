import type { CaseComment } from '@cusp/contract/cases';
import { COMMENT_MAX, editComment } from '@cusp/contract/comments';
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import classes from './comments.module.css';

/** Edits a comment in its place, from its current text; 16 px a line. */
export function CommentEdit({ comment, onDone }: { comment: CaseComment; onDone(): void }) {
  const { t } = useTranslation(['cases', 'common']);
  const { t: errors } = useTranslation('errors');
  const [text, setText] = useState(comment.text);
  const typed = text.trim();
  const edit = useChange(editComment, { stale: [['case'], ['comments'], ['activities']], onSuccess: onDone });
  const save = () => {
    if (!typed || edit.isPending) return;
    if (typed === comment.text) return onDone();
    edit.mutate({ params: { id: comment.id }, body: { comment: typed } });
  };
  return (
    <Stack gap={8}>
      {edit.error && <Alert color="red">{errorText(errors, edit.error)}</Alert>}
      <Textarea
        autoFocus
        autosize
        minRows={text.split('\n').length}
        maxRows={24}
        maxLength={COMMENT_MAX}
        classNames={{ input: classes.editBox }}
        aria-label={t('comments.edit')}
        value={text}
        onFocus={(event) => event.currentTarget.setSelectionRange(text.length, text.length)}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        }}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <Button size="xs" disabled={!typed} loading={edit.isPending} onClick={save}>
          {t('common:save')}
        </Button>
      </Group>
    </Stack>
  );
}
