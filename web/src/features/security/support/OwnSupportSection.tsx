import type { SupportConsent, SupportVisit } from '@cusp/contract/support';
import {
  CONSENT_HOURS,
  consentToSupport,
  endOwnSupport,
  ownSupport,
  revokeSupport,
} from '@cusp/contract/support.routes';
import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../../../brand/app-info.ts';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { FormButtons } from '../../../ui/dialogs/FormButtons.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { Entry, Section } from '../Section.tsx';
import classes from '../security.module.css';
import { areasOf } from './areas.ts';

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
  const what = [t(`modes.${mode}`), t(sees_patients ? 'own.sees' : 'own.hidden')];
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
    ],
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

/** How long support may enter, and with which rights. */
function ConsentDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('support');
  const { t: errors } = useTranslation('errors');
  const { close, modal } = useFading(onClose);
  const [hours, setHours] = useState<(typeof CONSENT_HOURS)[number]>(CONSENT_HOURS[0]);
  const [mode, setMode] = useState<'read' | 'write'>('read');
  const [sees_patients, setSees] = useState(false);
  const give = useSubmit(consentToSupport, { stale: [['own-support']] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    give.mutate(
      { body: { hours, mode, sees_patients } },
      {
        onSuccess: () => {
          toastDone(t('own.given'));
          close();
        },
      },
    );
  };
  return (
    <CuspModal {...modal} title={t('own.give')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Radio.Group
            label={t('own.hours')}
            value={String(hours)}
            onChange={(value) => setHours(CONSENT_HOURS.find((each) => String(each) === value) ?? hours)}
          >
            <Group mt={8}>
              <Radio value={String(CONSENT_HOURS[0])} label={t('own.day')} data-autofocus />
              <Radio value={String(CONSENT_HOURS[1])} label={t('own.week')} />
            </Group>
          </Radio.Group>
          <Radio.Group
            label={t('own.mode')}
            value={mode}
            onChange={(value) => setMode(value === 'write' ? 'write' : 'read')}
          >
            <Stack mt={8} gap={8}>
              <Radio value="read" label={t('modes.read')} />
              <Radio value="write" label={t('modes.write')} />
            </Stack>
          </Radio.Group>
          <Checkbox
            label={t('own.seesLabel')}
            description={t('own.seesHint')}
            checked={sees_patients}
            onChange={(event) => setSees(event.currentTarget.checked)}
          />
          {give.error && <p role="alert">{errorText(errors, give.error)}</p>}
          <FormButtons submit={t('own.give')} isSending={give.isPending} onCancel={close} />
        </Stack>
      </form>
    </CuspModal>
  );
}
