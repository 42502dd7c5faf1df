import { PAGES } from '@cusp/contract/pages';
import type { StaffLab } from '@cusp/contract/staff-labs';
import { listStaffLabs, removeLabs } from '@cusp/contract/staff-labs.routes';
import { ActionIcon, Badge, Button, CloseButton, TextInput } from '@mantine/core';
import { IconFlask2, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import classes from './labs.module.css';

/** All labs, with search and pages; the address keeps both. */
export default function LabsScreen() {
  const { t } = useTranslation('admin-labs');
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const page = Number(params.get('page') ?? 1);
  const query = { search, page };
  const labs = useCall(listStaffLabs, { query }, ['admin-labs', query], {
    placeholderData: keepPreviousData,
  });
  const go = (next: { search: string; page: number }) =>
    setParams({
      ...(next.search ? { search: next.search } : {}),
      ...(next.page > 1 ? { page: String(next.page) } : {}),
    });
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')}>
        <Button component={Link} to={PAGES.admNewLab} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('register')}
        </Button>
      </PageHeader>
      <SearchField key={search} search={search} onSearch={(text) => go({ search: text, page: 1 })} />
      {labs.data ? (
        <>
          <LabList labs={labs.data.labs} isSearched={search !== ''} />
          {labs.data.page.num_pages > 1 && (
            <Pager page={labs.data.page} onPage={(number) => go({ search, page: number })} />
          )}
        </>
      ) : labs.isError ? (
        <ErrorState error={labs.error} onRetry={() => void labs.refetch()} />
      ) : (
        <LoadingState rows={6} height={64} />
      )}
    </div>
  );
}

/** Searches on Enter; the cross clears it. */
function SearchField({ search, onSearch }: { search: string; onSearch(text: string): void }) {
  const { t } = useTranslation('admin-labs');
  const { t: common } = useTranslation('common');
  const [typed, setTyped] = useState(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <search className={classes.search}>
      <form onSubmit={submit}>
        <TextInput
          type="text"
          enterKeyHint="search"
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            typed && <CloseButton size="sm" aria-label={common('clear')} onClick={() => onSearch('')} />
          }
        />
      </form>
    </search>
  );
}

function LabList({ labs, isSearched }: { labs: StaffLab[]; isSearched: boolean }) {
  const { t } = useTranslation('admin-labs');
  if (labs.length > 0)
    return (
      <ul className={classes.list}>
        {labs.map((lab) => (
          <LabRow key={lab.id} lab={lab} />
        ))}
      </ul>
    );
  if (isSearched) return <EmptyState title={t('noMatch')} />;
  return <EmptyState icon={<IconFlask2 size={32} />} title={t('empty.title')} text={t('empty.text')} />;
}

function LabRow({ lab }: { lab: StaffLab }) {
  const { t, i18n } = useTranslation('admin-labs');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const remove = useSubmit(removeLabs);
  const country = new Intl.DisplayNames([i18n.language, 'en'], { type: 'region' }).of(lab.country);
  const askAndRemove = async () => {
    const name = lab.company_name;
    const title = t('remove.title', { name });
    if (!(await confirm({ title, content: t('remove.text'), ok: t('remove.action'), danger: true }))) return;
    remove.mutate(
      { body: { ids: [lab.id] } },
      {
        onSuccess: () => toastDone(t('removed')),
        onError: (error) => toastError(errorText(words, error)),
      },
    );
  };
  return (
    <li className={classes.row}>
      <PersonAvatar name={lab.company_name} picture={lab.lab_logo} size={40} />
      <div className={classes.main}>
        <Link to={PAGES.admLab.replace(':id', String(lab.id))} className={classes.name}>
          {lab.company_name}
        </Link>
        <div className={classes.quiet}>{[lab.name, country].join(' · ')}</div>
      </div>
      <div className={classes.account}>
        <div className={classes.cut}>{lab.email}</div>
        <div className={classes.quiet}>
          {[lab.contact_name, lab.contact_phone].filter(Boolean).join(' · ')}
        </div>
      </div>
      <div className={classes.state}>
        <Badge variant="light" color={lab.is_active ? 'teal' : 'gray'}>
          {lab.is_active ? t('active') : t('inactive')}
        </Badge>
        {!lab.has_account && (
          <Badge variant="light" color="orange" title={t('noAccountHint')}>
            {t('noAccount')}
          </Badge>
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`${t('remove.action')}: ${lab.company_name}`}
        loading={remove.isPending}
        onClick={() => void askAndRemove()}
      >
        <IconTrash size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </li>
  );
}
