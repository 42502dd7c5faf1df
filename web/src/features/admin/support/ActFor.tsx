import type { ReplyFrom } from '@cusp/contract/endpoints';
import { askSupport, SUPPORT_LIMITS, SUPPORT_REASONS, supportOptions } from '@cusp/contract/support.routes';
import { Alert, Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptInput } from '../../../client/session/kept-input.ts';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { OptionalLabel } from '../../../ui/OptionalLabel.tsx';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { OpenLink, Prove, SupportEntries } from './SupportEntries.tsx';
import classes from './support.module.css';

/** Polling interval of requests and sessions while they are shown, because colleagues wait for an answer. */
export const RELOAD_MS = 15_000;

const NO_TEXTS = { reason: '', ticket: '' };

type Options = ReplyFrom<typeof supportOptions>;

/** The form that asks to act for an account, or why that is impossible, and the history. */
export function ActFor({ id }: { id: number }) {
  const { t } = useTranslation('support');
  const query = useCall(supportOptions, { params: { id } }, ['admin-support', id], {
    refetchInterval: RELOAD_MS,
  });
  if (query.error?.status === 404) return <EmptyState title={t('staff.unknown')} />;
  if (query.error && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <LoadingState />;
  const { subject, log } = query.data;
  const name = subject.name || subject.email || String(id);
  return (
    <>
      <TitledCard title={t('staff.actFor', { name })}>
        <Request id={id} options={query.data} />
      </TitledCard>
      <TitledCard title={t('staff.log')}>
        <SupportEntries entries={log} none={t('staff.none')} />
      </TitledCard>
    </>
  );
}

function Request({ id, options }: { id: number; options: Options }) {
  const { t } = useTranslation('support');
  const { dateTime } = useFormat();
  const { impossible, consent } = options;
  const [reason_code, setCode] = useState<(typeof SUPPORT_REASONS)[number]>('problem');
  const [{ reason, ticket }, setTexts] = useKeptInput(`support-${id}`, () => NO_TEXTS);
  const [mode, setMode] = useState<'read' | 'write'>('read');
  const [sees, setSees] = useState(false);
  const [isProving, setProving] = useState(false);
  const [asked, setAsked] = useState<ReplyFrom<typeof askSupport> | null>(null);
  const ask = useSubmit(askSupport, { stale: [['admin-support']] });
  const isShort = reason.trim().length < SUPPORT_LIMITS.reasonMin;
  const startOver = () => {
    setAsked(null);
    setTexts(NO_TEXTS);
  };
  if (asked?.link) return <OpenLink link={asked.link} onOpen={startOver} />;
  if (asked) return <Alert>{t('staff.asked')}</Alert>;
  const until = consent && dateTime(consent.until);
  return (
    <form
      className={classes.fields}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isShort && !impossible) setProving(true);
      }}
    >
      {impossible ? (
        <Alert color="yellow" role="status">
          {t(`staff.impossible.${impossible}`)}
        </Alert>
      ) : (
        <p className={classes.quiet}>
          {until
            ? t(consent.sees_patients ? 'staff.consentSees' : 'staff.consent', { until })
            : t('staff.noConsent')}
        </p>
      )}
      <Select
        label={t('staff.reasonCode')}
        data={SUPPORT_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        value={reason_code}
        onChange={(value) => setCode(SUPPORT_REASONS.find((each) => each === value) ?? reason_code)}
        allowDeselect={false}
        disabled={impossible !== null}
      />
      <Textarea
        label={t('staff.reason')}
        description={t('staff.reasonHint')}
        value={reason}
        onChange={(event) => setTexts({ reason: event.currentTarget.value, ticket })}
        maxLength={SUPPORT_LIMITS.reasonMax}
        rows={3}
        required
        disabled={impossible !== null}
      />
      <TextInput
        label={<OptionalLabel text={t('staff.ticket')} />}
        value={ticket}
        onChange={(event) => setTexts({ reason, ticket: event.currentTarget.value })}
        maxLength={SUPPORT_LIMITS.ticket}
        disabled={impossible !== null}
      />
      <Select
        label={t('staff.mode')}
        data={(['read', 'write'] as const).map((value) => ({ value, label: t(`modes.${value}`) }))}
        value={mode}
        onChange={(value) => setMode(value === 'write' ? 'write' : 'read')}
        allowDeselect={false}
        disabled={impossible !== null}
      />
      {consent?.sees_patients && (
        <Checkbox
          label={t('staff.sees')}
          checked={sees}
          onChange={(event) => setSees(event.currentTarget.checked)}
        />
      )}
      <div className={classes.actions}>
        <Button type="submit" disabled={impossible !== null || isShort}>
          {t('staff.submit')}
        </Button>
      </div>
      {isProving && (
        <Prove
          subjectId={id}
          submit={t('staff.submit')}
          onClose={() => setProving(false)}
          act={async (proof) => {
            const body = { reason_code, reason, ticket, mode, sees_patients: sees, proof };
            setAsked(await ask.mutateAsync({ params: { id }, body }));
            setProving(false);
          }}
        />
      )}
    </form>
  );
}
