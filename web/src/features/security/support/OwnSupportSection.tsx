import type { SupportConsent, SupportVisit } from '@cusp/contract/support';
import { endOwnSupport, ownSupport, revokeSupport } from '@cusp/contract/support.routes';
import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../../../brand/app-info.ts';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { Entry, Section } from '../Section.tsx';
import classes from '../security.module.css';
import { areasOf } from './areas.ts';
import { ConsentDialog } from './ConsentDialog.tsx';

/** The person's consent to support, and support's accesses. */
export function OwnSupportSection() {
  const { t } = useTranslation('support');
  const { t: errors } = useTranslation('errors');
  const query = useCall(ownSupport, {}, ['own-support'], { refetchOnMount: 'always' });
  const revoke = useSubmit(revokeSupport, { stale: [['own-support']] });
  const [isAsking, setAsking] = useState(false);
  const takeBack = () =>
    revoke.mutate(
      {},
      {
        onSuccess: () => toastDone(t('own.revoked')),
        onError: (error) => toastError(errorText(errors, error)),
      },
    );
  const { data } = query;
  return (
    <Section
      title={t('own.title')}
      text={t('own.text', { app: brand().app_name })}
      action={
        data &&
        !data.consent && (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {t('own.give')}
          </Button>
        )
      }
    >
      {data ? (
        <ul className={classes.list}>
          {data.consent && <Consent consent={data.consent} busy={revoke.isPending} onRevoke={takeBack} />}
          {data.visits.map((visit) => (
            <Visit key={visit.id} visit={visit} />
          ))}
          {!data.consent && data.visits.length === 0 && (
            <Entry icon={IconUserShield} name={t('own.none')} lines={[]} />
          )}
        </ul>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState rows={1} height={56} />
      )}
      {isAsking && <ConsentDialog onClose={() => setAsking(false)} />}
    </Section>
  );
}

interface ConsentProps {
  consent: SupportConsent;
  busy: boolean;
  onRevoke(): void;
}

function Consent({ consent, busy, onRevoke }: ConsentProps) {
  const { t } = useTranslation('support');
  const { dateTime } = useFormat();
  const { mode, sees_patients, until } = consent;
  const what = [t(`modes.${mode}`), t(sees_patients ? 'own.sees' : 'own.hidden')].join(' · ');
  return (
    <Entry icon={IconUserShield} name={t('own.running', { until: dateTime(until) })} lines={[what]}>
      <Button size="xs" variant="default" loading={busy} onClick={onRevoke}>
        {t('own.revoke')}
      </Button>
    </Entry>
  );
}

function Visit({ visit }: { visit: SupportVisit }) {
  const { t, i18n } = useTranslation('support');
  const { t: errors } = useTranslation('errors');
  const { dateTime, clock } = useFormat();
  const end = useSubmit(endOwnSupport, { stale: [['own-support']] });
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  const areas = areasOf(visit.calls.map(({ call }) => call)).map((area) => t(`areas.${area}`));
  const from = dateTime(visit.started_at);
  const lines = [
    t('own.reason', { code: t(`reasons.${visit.reason_code}`), text: visit.reason }),
    [
      t(visit.by_consent ? 'own.by' : 'own.byColleague'),
      t(`modes.${visit.mode}`),
      t(visit.sees_patients ? 'own.sees' : 'own.hidden'),
    ].join(' · '),
    areas.length > 0 ? t('own.opened', { list: list.format(areas) }) : t('own.nothing'),
    ...(visit.cases.length > 0
      ? [t('own.cases', { list: list.format(visit.cases.map(({ no }) => no)) })]
      : []),
  ];
  return (
    <Entry
      icon={IconUserShield}
      name={
        visit.is_running
          ? t('own.visitRunning', { staff: visit.staff, from })
          : t('own.visit', { staff: visit.staff, from, to: clock(visit.ends_at) })
      }
      {...(visit.is_running ? { mark: t('states.running') } : {})}
      lines={lines}
    >
      {visit.is_running && (
        <Button
          size="xs"
          color="red"
          loading={end.isPending}
          onClick={() =>
            end.mutate(
              { params: { id: visit.id } },
              {
                onSuccess: () => toastDone(t('own.ended')),
                onError: (error) => toastError(errorText(errors, error)),
              },
            )
          }
        >
          {t('own.end')}
        </Button>
      )}
    </Entry>
  );
}
