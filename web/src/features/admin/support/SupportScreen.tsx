import { listSupport } from '@cusp/contract/support.routes';
import { Button, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../client/use-call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { ActFor, RELOAD_MS } from './ActFor.tsx';
import { SupportEntries } from './SupportEntries.tsx';
import classes from './support.module.css';

/** Waiting requests, running sessions, and with `?user=` the form that asks to act for that account. */
export default function SupportScreen() {
  const { t } = useTranslation('support');
  const [search, setSearch] = useSearchParams();
  const user = Number(search.get('user'));
  const query = useCall(listSupport, {}, ['admin-support'], { refetchInterval: RELOAD_MS });
  return (
    <div className={classes.page}>
      <PageHeader title={t('staff.title')} text={t('staff.text')} />
      <div className={classes.stack}>
        <FindUser key={`find-${user}`} found={user} onFind={(id) => setSearch({ user: String(id) })} />
        {Number.isSafeInteger(user) && user > 0 && <ActFor key={`act-${user}`} id={user} />}
        {query.data ? (
          <>
            <TitledCard title={t('staff.open')}>
              <SupportEntries entries={query.data.open} none={t('staff.openNow')} />
            </TitledCard>
            <TitledCard title={t('staff.latest')}>
              <SupportEntries entries={query.data.latest} none={t('staff.none')} />
            </TitledCard>
          </>
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingState />
        )}
      </div>
    </div>
  );
}

function FindUser({ found, onFind }: { found: number; onFind(id: number): void }) {
  const { t } = useTranslation('support');
  const [id, setId] = useState<number | string>(found || '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Number(id) > 0) onFind(Number(id));
  };
  return (
    <form className={classes.find} onSubmit={submit}>
      <NumberInput
        label={t('staff.user')}
        value={id}
        onChange={setId}
        min={1}
        allowDecimal={false}
        allowNegative={false}
        hideControls
      />
      <Button type="submit" variant="default">
        {t('staff.find')}
      </Button>
    </form>
  );
}
