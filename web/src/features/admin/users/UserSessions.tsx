import type { StaffUserDetail, UserSession } from '@cusp/contract/staff-users';
import { endUserSession, endUserSessions } from '@cusp/contract/staff-users.routes';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { countryName } from '../../../ui/format/country-name.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import classes from './users.module.css';

interface Props {
  user: StaffUserDetail;
  sessions: readonly UserSession[];
  mayEnd: boolean;
}

/** The sessions of a person; ends one or all of them. Those of staff end on the server only. */
export function UserSessions({ user: { id, staff_flags }, sessions, mayEnd }: Props) {
  const { t } = useTranslation('staff-users');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  // Also after a failure: a session that has already ended disappears from the list.
  const refresh = { stale: [['staff-user', id]], isStaleOnError: true } as const;
  const one = useSubmit(endUserSession, refresh);
  const all = useSubmit(endUserSessions, refresh);
  const isCustomer = mayEnd && staff_flags.length === 0;
  const isPending = one.isPending || all.isPending;

  async function end(session?: UserSession): Promise<void> {
    const isSure = await confirm({
      title: t(session ? 'sessions.endTitle' : 'sessions.endAllTitle'),
      content: t('sessions.endText'),
      ok: t('sessions.end'),
      danger: true,
    });
    if (!isSure) return;
    const then = {
      onSuccess: () => toastDone(t('sessions.ended')),
      onError: (error: unknown) => toastError(errorText(words, error)),
    };
    if (session) one.mutate({ params: { id, sessionId: session.id } }, then);
    else all.mutate({ params: { id } }, then);
  }

  return (
    <TitledCard title={t('sessions.title')}>
      {sessions.length === 0 && <p className={classes.quiet}>{t('sessions.none')}</p>}
      <ul className={classes.entries}>
        {sessions.map((session) => (
          <Session
            key={session.id}
            session={session}
            onEnd={isCustomer ? () => void end(session) : undefined}
            isPending={isPending}
          />
        ))}
      </ul>
      {isCustomer && sessions.length > 0 && (
        <div>
          <Button variant="default" size="xs" disabled={isPending} onClick={() => void end()}>
            {t('sessions.endAll')}
          </Button>
        </div>
      )}
    </TitledCard>
  );
}

interface SessionProps {
  session: UserSession;
  onEnd: (() => void) | undefined;
  isPending: boolean;
}

function Session({ session, onEnd, isPending }: SessionProps) {
  const { t, i18n } = useTranslation('staff-users');
  const format = useFormat();
  const name = [session.browser, session.system].filter(Boolean).join(' · ') || t('sessions.unknown');
  const place = session.country
    ? `${countryName(session.country, i18n.language)} (${session.ip})`
    : session.ip;
  return (
    <li className={classes.entry}>
      <div className={classes.lines}>
        <strong>{session.area === 'staff' ? `${name} (${t('sessions.staff')})` : name}</strong>
        <span className={classes.small}>{place}</span>
        <span className={classes.small}>
          {t('sessions.times', {
            since: format.dateTime(session.created_at),
            used: format.dateTime(session.last_used_at),
          })}
        </span>
      </div>
      {onEnd && (
        <Button
          variant="default"
          size="xs"
          disabled={isPending}
          aria-label={t('sessions.endOne', { name })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
