import { erasePatient } from '@cusp/contract/privacy.routes';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { PatientCases } from './PatientCases.tsx';
import classes from './privacy.module.css';

/** Deletes a patient from all cases and drafts of the practice, after a search shows which these are. */
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
      {search !== '' && (
        <PatientCases
          key={search}
          search={search}
          describe={({ is_held, is_last_copy }) => ({
            blocked: is_held ? t('erase.held') : null,
            about: is_held ? null : t(is_last_copy ? 'erase.last' : 'erase.other'),
          })}
          draftBlocked={({ is_held }) => (is_held ? t('erase.held') : null)}
        >
          {(ids, drafts) => (
            <EraseButton ids={ids} drafts={drafts} search={search} onErased={() => setSearch('')} />
          )}
        </PatientCases>
      )}
    </TitledCard>
  );
}

interface Chosen {
  ids: readonly number[];
  /** How many of them are drafts. */
  drafts: number;
  search: string;
  /** Called when nothing was kept; otherwise the list shows what is left. */
  onErased(): void;
}

function EraseButton({ ids, drafts, search, onErased }: Chosen) {
  const { t } = useTranslation('privacy');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const erase = useSubmit(erasePatient);
  const ask = async () => {
    const content = [
      t('erase.question', { count: ids.length }),
      ...(drafts > 0 ? [t('erase.drafts', { count: drafts })] : []),
    ].join(' ');
    if (!(await confirm({ title: t('erase.title'), content, ok: t('erase.do'), danger: true }))) return;
    erase.mutate(
      { body: { ids: [...ids], search } },
      {
        onSuccess: ({ deleted, kept }) => {
          toastDone(t('erase.done', { count: deleted.length }));
          if (kept.length === 0) onErased();
        },
        onError: (error) => toastError(errorText(words, error)),
      },
    );
  };
  return (
    <Button
      color="red"
      size="sm"
      loading={erase.isPending}
      disabled={ids.length === 0}
      onClick={() => void ask()}
    >
      {t('erase.button', { count: ids.length })}
    </Button>
  );
}
