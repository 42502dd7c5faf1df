import type { LegalHold } from '@cusp/contract/privacy';
import { liftHold, listHolds, MAX_HOLD_REASON, placeHold } from '@cusp/contract/privacy.routes';
import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../client/api-error.ts';
import type { CuspKey } from '../../client/use-call.ts';
import { useCall, useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { AboutCase } from './AccessLine.tsx';
import classes from './privacy.module.css';

const HOLDS_KEY: CuspKey = ['case', 'holds'];

/** Cases that must not be removed, because of a dispute or an order of an authority. */
export function Holds() {
  const { t } = useTranslation('privacy');
  const list = useCall(listHolds, {}, HOLDS_KEY, { refetchOnMount: 'always' });
  const holds = list.data?.holds;
  return (
    <TitledCard title={t('holds.title')}>
      <p className={classes.text}>{t('holds.text')}</p>
      <PlaceForm />
      {!holds && list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !holds ? (
        <LoadingState rows={2} height={48} />
      ) : (
        <List holds={holds} isComplete={list.data?.is_complete ?? true} />
      )}
    </TitledCard>
  );
}

function List({ holds, isComplete }: { holds: readonly LegalHold[]; isComplete: boolean }) {
  const { t } = useTranslation('privacy');
  return (
    <>
      {!isComplete && (
        <Alert color="yellow" role="status" mb="md">
          {t('holds.incomplete')}
        </Alert>
      )}
      {holds.length > 0 ? (
        <ul className={classes.list}>
          {holds.map((hold) => (
            <HoldLine key={hold.id} hold={hold} />
          ))}
        </ul>
      ) : (
        isComplete && <EmptyState icon={<IconScale size={22} />} title={t('holds.empty')} />
      )}
    </>
  );
}

/** Asks for the number of a case and the reason; both are kept if the server refuses them. */
function PlaceForm() {
  const { t } = useTranslation('privacy');
  const { t: words } = useTranslation('errors');
  const [no, setNo] = useState('');
  const [reason, setReason] = useState('');
  const place = useSubmit(placeHold, { stale: [HOLDS_KEY] });
  const { error } = place;
  const isOfNumber = error instanceof ApiError && (error.code === 'not_found' || error.code === 'hold_open');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    place.mutate(
      { body: { no, reason } },
      {
        onSuccess: () => {
          // Text typed since then stays.
          setNo((now) => (now === no ? '' : now));
          setReason((now) => (now === reason ? '' : now));
          toastDone(t('holds.placed'));
        },
      },
    );
  };
  const numberError = error?.code === 'not_found' ? t('holds.notFound') : error && errorText(words, error);
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label={t('holds.no')}
        value={no}
        maxLength={40}
        required
        error={isOfNumber ? numberError : undefined}
        onChange={(event) => {
          setNo(event.currentTarget.value);
          place.reset();
        }}
      />
      <Textarea
        label={t('holds.reason')}
        value={reason}
        maxLength={MAX_HOLD_REASON}
        autosize
        minRows={1}
        required
        error={error && !isOfNumber ? errorText(words, error) : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="sm"
        loading={place.isPending}
        disabled={no.trim() === '' || reason.trim() === ''}
      >
        {t('holds.place')}
      </Button>
    </form>
  );
}

function HoldLine({ hold }: { hold: LegalHold }) {
  const { t } = useTranslation('privacy');
  const { t: words } = useTranslation('errors');
  const { date } = useFormat();
  const confirm = useConfirm();
  const lift = useSubmit(liftHold, { stale: [HOLDS_KEY] });
  const ask = async () => {
    if (
      !(await confirm({
        title: t('holds.lift'),
        content: t('holds.liftText', { no: hold.case.no }),
        ok: t('holds.lift'),
        danger: true,
      }))
    )
      return;
    lift.mutate(
      { params: { id: hold.id } },
      {
        onSuccess: () => toastDone(t('holds.lifted')),
        onError: (error) => toastError(errorText(words, error)),
      },
    );
  };
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <strong className={classes.who}>
          <AboutCase about={hold.case} />
        </strong>
        <span>{hold.reason}</span>
        {hold.is_elsewhere && <span className={classes.about}>{t('holds.elsewhere')}</span>}
        <span className={classes.about}>
          {t('holds.since', { name: hold.placed_by, date: date(hold.placed_at) })}
        </span>
      </div>
      <Button
        size="xs"
        variant="default"
        loading={lift.isPending}
        aria-label={t('holds.liftOf', { no: hold.case.no })}
        onClick={() => void ask()}
      >
        {t('holds.lift')}
      </Button>
    </li>
  );
}
