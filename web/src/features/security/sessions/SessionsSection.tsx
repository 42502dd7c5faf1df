import { endOtherSessions, endSession, listSessions, type PersonSession } from '@cusp/contract/security';
import { Button } from '@mantine/core';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { Section } from '../Section.tsx';
import classes from '../security.module.css';
import { SESSIONS_KEY } from '../use-security.ts';
import { useTexts } from '../use-texts.ts';
import { SessionEntry } from './SessionEntry.tsx';

/** Where the person is signed in; ends one session or all others. */
export function SessionsSection() {
  const { t, errors } = useTexts();
  const confirm = useConfirm();
  const list = useCall(listSessions, {}, SESSIONS_KEY, { refetchOnMount: 'always' });
  const onError = (error: unknown) => toastError(errorText(errors, error));
  const end = useSubmit(endSession, {
    stale: [SESSIONS_KEY],
    onSuccess: () => toastDone(t('sessions.ended')),
    onError: (error) => {
      onError(error);
      void list.refetch();
    },
  });
  const endOthers = useSubmit(endOtherSessions, {
    stale: [SESSIONS_KEY],
    onSuccess: () => toastDone(t('sessions.othersEnded')),
    onError,
  });
  const sessions = current(list.data?.sessions);

  async function askEndOthers(): Promise<void> {
    const request = {
      title: t('sessions.endOthers'),
      content: t('sessions.endOthersText'),
      ok: t('sessions.endOthers'),
      danger: true,
    };
    if (await confirm(request)) endOthers.mutate({});
  }

  return (
    <Section
      title={t('sessions.title')}
      text={t('sessions.text')}
      action={
        sessions.length > 1 && (
          <Button
            size="xs"
            variant="default"
            loading={endOthers.isPending}
            onClick={() => void askEndOthers()}
          >
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      {list.isPending ? (
        <LoadingState rows={2} height={56} />
      ) : list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <SessionEntry
              key={session.id}
              session={session}
              busy={end.isPending && end.variables.params.sessionId === session.id}
              onEnd={() => end.mutate({ params: { sessionId: session.id } })}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The present session first; the others stay in the order of their last use. */
const current = (sessions: readonly PersonSession[] = []): PersonSession[] =>
  sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
