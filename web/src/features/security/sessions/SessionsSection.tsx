import type { PersonSession, Proof, SecurityState } from '@cusp/contract/security';
import { endOtherSessions, endSession, listSessions } from '@cusp/contract/security.routes';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { countryName } from '../../../ui/format/country-name.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { toastDone } from '../../../ui/toast.ts';
import { ProofDialog } from '../proof/ProofDialog.tsx';
import { provableBy } from '../proof/provable.ts';
import { Entry, Section } from '../Section.tsx';
import classes from '../security.module.css';
import { SESSIONS_KEY, useTexts } from '../use-security.ts';

/** The person's sessions; ends one of them or all others. */
export function SessionsSection({ state }: { state: SecurityState | undefined }) {
  const { t } = useTexts();
  const can = state && provableBy(state);
  const list = useCall(listSessions, {}, SESSIONS_KEY, { refetchOnMount: 'always' });
  const [asked, setAsked] = useState<PersonSession | 'others' | null>(null);
  const end = useSubmit(endSession, { stale: [SESSIONS_KEY] });
  const endOthers = useSubmit(endOtherSessions, { stale: [SESSIONS_KEY] });
  const sessions = current(list.data?.sessions);

  async function act(which: PersonSession | 'others', proof: Proof): Promise<void> {
    if (which === 'others') await endOthers.mutateAsync({ body: proof });
    else {
      try {
        await end.mutateAsync({ params: { sessionId: which.id }, body: proof });
      } catch (error) {
        // A session that has already ended disappears from the list.
        void list.refetch();
        throw error;
      }
    }
    toastDone(t(which === 'others' ? 'sessions.othersEnded' : 'sessions.ended'));
  }

  return (
    <Section
      title={t('sessions.title')}
      text={t('sessions.text')}
      action={
        can &&
        sessions.length > 1 && (
          <Button size="xs" variant="default" onClick={() => setAsked('others')}>
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
            <SessionEntry key={session.id} session={session} onEnd={can && (() => setAsked(session))} />
          ))}
        </ul>
      )}
      {can && asked && (
        <ProofDialog
          can={can}
          title={asked === 'others' ? t('sessions.endOthers') : t('sessions.endTitle')}
          text={
            asked === 'others'
              ? t('sessions.endOthersText')
              : t('sessions.endText', { name: deviceName(asked) || t('sessions.unknown') })
          }
          submit={asked === 'others' ? t('sessions.endOthers') : t('sessions.end')}
          danger
          onClose={() => setAsked(null)}
          act={(proof) => act(asked, proof)}
        />
      )}
    </Section>
  );
}

/** The current session first, the others by last use. */
const current = (sessions: readonly PersonSession[] = []): PersonSession[] =>
  sessions.toSorted((a, b) => Number(b.current) - Number(a.current));

const ICONS: Partial<Record<PersonSession['kind'], TablerIcon>> = {
  mobile: IconDeviceMobile,
  tablet: IconDeviceTablet,
};

interface Props {
  session: PersonSession;
  /** Missing until it is known how the person can prove their identity. */
  onEnd: (() => void) | undefined;
}

/** Browser and system; '' if both are unknown. */
const deviceName = ({ browser, system }: PersonSession): string =>
  [browser, system].filter(Boolean).join(' · ');

/** One session: browser and system, location, start, last use. */
function SessionEntry({ session, onEnd }: Props) {
  const { t } = useTexts();
  const { i18n } = useTranslation();
  const format = useFormat();
  const name = deviceName(session) || t('sessions.unknown');
  const place = session.country
    ? `${countryName(session.country, i18n.language)} (${session.ip})`
    : session.ip;
  const times = [
    t('sessions.signedIn', { since: format.dateTime(session.created_at) }),
    t('sessions.lastUsed', { used: format.dateTime(session.last_used_at) }),
  ];
  return (
    <Entry
      icon={ICONS[session.kind] ?? IconDeviceDesktop}
      name={name}
      mark={session.current ? t('sessions.current') : undefined}
      lines={[place, times]}
    >
      {!session.current && onEnd && (
        <Button size="xs" variant="default" aria-label={t('sessions.endOne', { name })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </Entry>
  );
}
