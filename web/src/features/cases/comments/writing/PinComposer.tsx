import type { CaseDetail } from '@cusp/contract/cases';
import { addComment, MAX_COMMENT } from '@cusp/contract/comments.routes';
import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../../client/use-call.ts';
import { errorText } from '../../../../i18n/error-text.ts';
import { isSendable } from '../../../../ui/LongTextarea.tsx';
import { type Uploading, useAwaited } from '../../../files/files.offers.tsx';
import type { PinTask } from '../../../viewer/viewer.offers.tsx';
import classes from '../comments.module.css';
import { nextPictureName } from '../pins-of-case.ts';
import { ReplyBar } from '../Quote.tsx';
import { MentionTextarea } from './MentionTextarea.tsx';
import { trimmed } from './mention-spans.ts';
import { answeredOf, forgetPosted, keepUnsent, useUnsent } from './unsent-comments.ts';

interface PinComposerProps {
  dentalCase: Pick<CaseDetail, 'id' | 'no' | 'files' | 'comments'>;
  /** Uploads to this case. */
  uploads: Uploading;
  /** Uploads a picture to the case; undefined if the person cannot add files. */
  sendPicture: Uploading['send'] | undefined;
  task: PinTask;
}

/** Writes the comment of a new pin, with an optional picture of the view. The draft is kept per case. */
export function PinComposer({ dentalCase, uploads, sendPicture, task }: PinComposerProps) {
  const { t } = useTranslation(['cases', 'common', 'files']);
  const { t: errors } = useTranslation('errors');
  const caseId = dentalCase.id;
  const unsent = useUnsent(caseId);
  const [withPicture, setWithPicture] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isLost, setLost] = useState(false);
  const awaited = useAwaited(uploads);
  const { text, mentions } = trimmed(unsent.written);
  const isReady = isSendable(text, MAX_COMMENT);
  const add = useSubmit(addComment, {
    onSuccess: (_, { body }) => {
      // While offline this comment may have waited, and another draft may have been started since.
      if (!forgetPosted(caseId, body)) return;
      task.onDone();
    },
  });
  // Leaving during the upload of the picture does not post the comment; its draft is kept.
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  // A retried comment reuses the uploaded picture until the view changes.
  const arrived = useRef<{ view: string; id: number }>(undefined);
  /** Uploads the picture and returns its id in the case; null if it could not be taken or uploaded. */
  const picture = async (view: string) => {
    if (arrived.current?.view === view) return arrived.current.id;
    const name = nextPictureName(dentalCase.no, dentalCase.files);
    const blob = await task.picture().catch(() => null);
    if (!blob) return null;
    const id = (await sendPicture?.(new File([blob], name, { type: 'image/png' }))) ?? null;
    arrived.current = id === null ? undefined : { view, id };
    return id;
  };
  const send = async () => {
    if (!isReady || isSending || add.isPending) return;
    setSending(true);
    setLost(false);
    try {
      const pin = task.pin();
      const file_id = withPicture ? await picture(JSON.stringify(pin)) : null;
      if (isGone.current) return;
      if (withPicture && file_id === null) return setLost(true);
      add.mutate({
        params: { id: caseId },
        body: {
          comment: text,
          mentions,
          file_id,
          pin,
          reply_to: answeredOf(dentalCase.comments, unsent),
          key: unsent.key,
        },
      });
    } finally {
      setSending(false);
    }
  };
  return (
    <Stack gap="sm">
      {add.error && <Alert color="red">{errorText(errors, add.error)}</Alert>}
      {isLost && <Alert color="red">{t('comments.pictureLost')}</Alert>}
      <ReplyBar caseId={caseId} comments={dentalCase.comments} />
      <MentionTextarea
        autoFocus
        caseId={caseId}
        minRows={2}
        maxRows={6}
        aria-label={t('comments.add')}
        placeholder={t('comments.placeholder')}
        readOnly={isSending || add.isPending}
        value={unsent.written}
        onChange={(written) => keepUnsent(caseId, { written })}
        // Places the caret at the end to continue an earlier draft.
        onFocus={({ currentTarget }) =>
          currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
        }
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      {sendPicture && (
        <Checkbox
          label={t('comments.withPicture')}
          checked={withPicture}
          onChange={({ currentTarget }) => setWithPicture(currentTarget.checked)}
        />
      )}
      {isSending && awaited && (
        <p className={classes.pinOlder} role="status">
          {t(`files:awaits.${awaited}`)}
        </p>
      )}
      <Group className={classes.pinFoot} justify="flex-end" gap="xs">
        <Button variant="default" onClick={task.onCancel}>
          {t('common:cancel')}
        </Button>
        <Button disabled={!isReady} loading={isSending || add.isPending} onClick={() => void send()}>
          {t('comments.send')}
        </Button>
      </Group>
    </Stack>
  );
}
