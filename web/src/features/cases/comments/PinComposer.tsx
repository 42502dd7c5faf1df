import type { CaseDetail } from '@cusp/contract/cases';
import { addComment } from '@cusp/contract/comments.routes';
import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { type Uploading, useIsWaiting } from '../../files/files.offers.tsx';
import type { PinTask } from '../../viewer/viewer.offers.tsx';
import classes from './comments.module.css';
import { MentionTextarea } from './MentionTextarea.tsx';
import { trimmed } from './mention-spans.ts';
import { nextPictureName } from './pins-of-case.ts';
import { forgetUnsent, keepUnsent, unsentComment } from './unsent-comments.ts';

interface PinComposerProps {
  dentalCase: Pick<CaseDetail, 'id' | 'no' | 'files'>;
  /** How pictures go to the case. */
  uploads: Uploading;
  /** Sends a picture to the case; undefined where nothing can be added. */
  sendPicture: Uploading['send'] | undefined;
  task: PinTask;
}

/** Writes the comment of a new pin, with a picture of the view if wanted. What was typed stays with the case. */
export function PinComposer({ dentalCase, uploads, sendPicture, task }: PinComposerProps) {
  const { t } = useTranslation(['cases', 'common', 'files']);
  const { t: errors } = useTranslation('errors');
  const caseId = dentalCase.id;
  const [unsent, setUnsent] = useState(() => unsentComment(caseId));
  const [withPicture, setWithPicture] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isLost, setLost] = useState(false);
  const isWaiting = useIsWaiting(uploads);
  const { text, mentions } = trimmed(unsent.written);
  const add = useSubmit(addComment, {
    onSuccess: (_, { body }) => {
      // Without the line it may have waited while another was begun.
      if (unsentComment(caseId).key !== body.key) return;
      setUnsent(forgetUnsent(caseId));
      task.onDone();
    },
  });
  // Who goes away while the picture is on its way has not posted: the text is kept.
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  // A comment that has to be sent again takes the picture that arrived, as long as nothing was turned since.
  const arrived = useRef<{ view: string; id: number }>(undefined);
  /** The picture's id in the case; null when it did not arrive. */
  const picture = async (view: string) => {
    if (arrived.current?.view === view) return arrived.current.id;
    const name = nextPictureName(dentalCase.no, dentalCase.files);
    const blob = await task.picture();
    const id = (await sendPicture?.(new File([blob], name, { type: 'image/png' }))) ?? null;
    arrived.current = id === null ? undefined : { view, id };
    return id;
  };
  const send = async () => {
    if (!text || isSending || add.isPending) return;
    setSending(true);
    setLost(false);
    try {
      const pin = task.pin();
      const file_id = withPicture ? await picture(JSON.stringify(pin)) : null;
      if (isGone.current) return;
      if (withPicture && file_id === null) return setLost(true);
      add.mutate({
        params: { id: caseId },
        body: { comment: text, mentions, file_id, pin, key: unsent.key },
      });
    } finally {
      setSending(false);
    }
  };
  return (
    <Stack gap="sm">
      {add.error && <Alert color="red">{errorText(errors, add.error)}</Alert>}
      {isLost && <Alert color="red">{t('comments.pictureLost')}</Alert>}
      <MentionTextarea
        autoFocus
        caseId={caseId}
        minRows={2}
        maxRows={6}
        aria-label={t('comments.add')}
        placeholder={t('comments.placeholder')}
        readOnly={isSending || add.isPending}
        value={unsent.written}
        onChange={(written) => setUnsent(keepUnsent(caseId, { written }))}
        // What was typed before is gone on with.
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
      {isSending && isWaiting && (
        <p className={classes.pinOlder} role="status">
          {t('files:lineLost')}
        </p>
      )}
      <Group className={classes.pinFoot} justify="flex-end" gap="xs">
        <Button variant="default" onClick={task.onCancel}>
          {t('common:cancel')}
        </Button>
        <Button disabled={!text} loading={isSending || add.isPending} onClick={() => void send()}>
          {t('comments.send')}
        </Button>
      </Group>
    </Stack>
  );
}
