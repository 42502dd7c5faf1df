import type { ReplyFrom } from '@cusp/contract/endpoints';
import { casesOfPatient, erasePatient } from '@cusp/contract/privacy.routes';
import { Button, Checkbox } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CuspKey, useCall, useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import classes from './privacy.module.css';

type Found = ReplyFrom<typeof casesOfPatient>['cases'][number];

/** Deletes a patient from all cases of the practice, after a search shows which these are. */
export function ErasePatient() {
  const { t } = useTranslation('privacy');
  const [search, setSearch] = useState('');
  return (
    <TitledCard title={t('erase.title')}>
      <p className={classes.text}>{t('erase.text')}</p>
      <SearchBox
        text={search}
        onSearch={setSearch}
        label={t('erase.search')}
        hint={t('erase.search')}
        clearLabel={t('log.clearSearch')}
      />
      {search !== '' && <FoundCases key={search} search={search} onErased={() => setSearch('')} />}
    </TitledCard>
  );
}

function FoundCases({ search, onErased }: { search: string; onErased(): void }) {
  const { t } = useTranslation('privacy');
  const key: CuspKey = ['cases', 'of-patient', search];
  const { data, error, refetch } = useCall(casesOfPatient, { query: { search } }, key, { staleTime: 0 });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState rows={2} height={48} />;
  if (data.cases.length === 0)
    return <EmptyState icon={<IconSearchOff size={22} />} title={t('erase.nothing')} />;
  return (
    <>
      {data.is_cut && <p className={classes.note}>{t('log.cut')}</p>}
      <Choice cases={data.cases} onErased={onErased} />
    </>
  );
}

/** All cases are chosen at first; a search can find others with the same words. */
function Choice({ cases, onErased }: { cases: readonly Found[]; onErased(): void }) {
  const { t } = useTranslation('privacy');
  const { t: words } = useTranslation('errors');
  const { date } = useFormat();
  const confirm = useConfirm();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const erase = useSubmit(erasePatient);
  const chosen = cases.filter(({ id, is_held }) => !is_held && !left.has(id));
  const toggle = (id: number) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  const ask = async () => {
    const content = t('erase.question', { count: chosen.length });
    if (!(await confirm({ title: t('erase.title'), content, ok: t('erase.do'), danger: true }))) return;
    erase.mutate(
      { body: { ids: chosen.map(({ id }) => id) } },
      {
        onSuccess: ({ deleted }) => {
          toastDone(t('erase.done', { count: deleted.length }));
          onErased();
        },
        onError: (error) => toastError(errorText(words, error)),
      },
    );
  };
  return (
    <>
      <ul className={classes.list}>
        {cases.map(({ id, no, patient, published_date, is_held, is_last_copy }) => (
          <li key={id} className={classes.entry}>
            <Checkbox
              className={classes.words}
              label={`${patient} · ${no}`}
              description={[
                date(published_date),
                is_held && t('erase.held'),
                !is_held && t(is_last_copy ? 'erase.last' : 'erase.other'),
              ]
                .filter(Boolean)
                .join(' · ')}
              checked={!is_held && !left.has(id)}
              disabled={is_held}
              onChange={() => toggle(id)}
            />
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button
          color="red"
          size="sm"
          loading={erase.isPending}
          disabled={chosen.length === 0}
          onClick={() => void ask()}
        >
          {t('erase.button', { count: chosen.length })}
        </Button>
      </div>
    </>
  );
}
