import type { CaseComment } from '@cusp/contract/case-comment';
import { editComment, MAX_COMMENT } from '@cusp/contract/comments.routes';
import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../../client/use-call.ts';
import { errorText } from '../../../../i18n/error-text.ts';
import { isSendable } from '../../../../ui/LongTextarea.tsx';
import { CommentText } from '../CommentBox.tsx';
import classes from '../comments.module.css';
import { MentionTextarea } from './MentionTextarea.tsx';
import { type MentionText, trimmed } from './mention-spans.ts';
import { forgetEdit, keepEdit, unsavedEdit } from './unsent-comments.ts';

interface CommentEditProps {
  caseId: number;
  comment: CaseComment;
  onDone(): void;
}

/** Edits a comment in place. If another window has saved it, both texts are shown and the person chooses. */
export function CommentEdit({ caseId, comment, onDone }: CommentEditProps) {
  const { t } = useTranslation(['cases', 'common']);
  const { t: errors } = useTranslation('errors');
  const queries = useQueryClient();
  const [edit, setEdit] = useState(
    () => unsavedEdit(comment.id) ?? { caseId, written: comment as MentionText, version: comment.version },
  );
  const keep = (next: typeof edit) => {
    keepEdit(comment.id, next);
    setEdit(next);
  };
  const end = () => {
    forgetEdit(comment.id);
    onDone();
  };
  const { text, mentions } = trimmed(edit.written);
  const isReady = isSendable(text, MAX_COMMENT);
  const [unpins, setUnpins] = useState(false);
  const isStale = edit.version !== comment.version;
  const change = useSubmit(editComment, {
    onSuccess: end,
    // The other text arrives with the reloaded case.
    onError: ({ code }) => {
      if (code === 'comment_changed') void queries.invalidateQueries({ queryKey: ['case'] });
    },
  });
  const save = (version = edit.version) => {
    if (!isReady) return;
    const isSame =
      !unpins && text === comment.text && JSON.stringify(mentions) === JSON.stringify(comment.mentions);
    if (isSame) return end();
    keep({ ...edit, version });
    const body = { comment: text, mentions, version, ...(unpins ? { pin: null } : {}) };
    change.mutate({ params: { id: comment.id }, body });
  };
  const isTold = change.error?.code === 'comment_changed';
  return (
    <Stack gap={8}>
      {change.error && !isTold && <Alert color="red">{errorText(errors, change.error)}</Alert>}
      {isStale && (
        <Alert color="yellow" title={t('comments.changedTitle')}>
          <p className={classes.hint}>{t('comments.changedText')}</p>
          <blockquote className={classes.other}>
            <CommentText comment={comment} />
          </blockquote>
          <p className={classes.hint}>{t('comments.yours')}</p>
        </Alert>
      )}
      <MentionTextarea
        autoFocus
        caseId={caseId}
        minRows={edit.written.text.split('\n').length}
        maxRows={24}
        classNames={{ input: classes.editBox }}
        aria-label={t('comments.edit')}
        readOnly={change.isPending}
        value={edit.written}
        onChange={(written) => keep({ ...edit, written })}
        onFocus={({ currentTarget }) =>
          currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
        }
        onKeyDown={(event) => {
          // During IME composition Escape cancels the syllable, not the edit.
          if (event.key === 'Escape' && !event.nativeEvent.isComposing && !change.isPending) end();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        }}
      />
      {comment.pin && (
        <Checkbox
          size="xs"
          label={t('comments.keepPin', { no: comment.pin.no })}
          checked={!unpins}
          onChange={({ currentTarget }) => setUnpins(!currentTarget.checked)}
        />
      )}
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={end}>
          {isStale ? t('comments.takeOther') : t('common:cancel')}
        </Button>
        <Button
          size="xs"
          disabled={!isReady}
          loading={change.isPending}
          onClick={() => save(isStale ? comment.version : edit.version)}
        >
          {isStale ? t('comments.saveMine') : t('common:save')}
        </Button>
      </Group>
    </Stack>
  );
}
