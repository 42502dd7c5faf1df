import { PAGES } from '@cusp/contract/pages';
import type { StaffLab } from '@cusp/contract/staff-labs';
import {
  listStaffLabs,
  removeLabs,
  type STAFF_LAB_SORTS,
  STAFF_LABS_DEFAULT_SORT,
} from '@cusp/contract/staff-labs.routes';
import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { IconLab } from '../../../dental-ui/icons.tsx';
import { errorText } from '../../../i18n/error-text.ts';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { type Column, listQuery } from '../../../ui/data-list/data-list.ts';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { countryName } from '../../../ui/format/country-name.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import classes from './labs.module.css';

/** All labs: search, edit and remove; register one. */
export default function LabsScreen() {
  const { t } = useTranslation('admin-labs');
  const state = useListState({ defaultSort: STAFF_LABS_DEFAULT_SORT });
  const columns = useLabColumns();
  const { search, sort, page, num_per_page } = state;
  const wire = { search, sort, page, num_per_page };
  const labs = useCall(listStaffLabs, { query: wire }, ['admin-labs', wire], {
    placeholderData: keepPreviousData,
  });
  return (
    <div className={`${classes.page} ${classes.list}`}>
      <PageHeader title={t('title')}>
        <Button component={Link} to={PAGES.admNewLab} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('register')}
        </Button>
      </PageHeader>
      <DataList
        label={t('title')}
        columns={columns}
        idOf={({ id }) => id}
        state={state}
        query={listQuery(labs, ({ labs }) => labs)}
        searchLabel={t('search')}
        searchHint={t('searchHint')}
        empty={{ icon: <IconLab size={22} />, title: t('empty.title'), text: t('empty.text') }}
      />
    </div>
  );
}

type LabColumn = Column<StaffLab> & { sortBy?: (typeof STAFF_LAB_SORTS)[number] };

function useLabColumns(): LabColumn[] {
  const { t, i18n } = useTranslation('admin-labs');
  return useMemo(
    () => [
      {
        key: 'company',
        label: t('columns.company'),
        sortBy: 'company_name',
        isName: true,
        cell: ({ id, company_name, lab_logo }) => (
          <div className={classes.company}>
            <PersonAvatar name={company_name} picture={lab_logo} size={32} />
            <Anchor component={Link} inherit to={generatePath(PAGES.admLab, { id: String(id) })}>
              {company_name}
            </Anchor>
          </div>
        ),
      },
      { key: 'name', label: t('fields.name'), sortBy: 'name', cell: ({ name }) => name },
      { key: 'account', label: t('columns.account'), sortBy: 'email', cell: ({ email }) => email },
      {
        key: 'contact',
        label: t('columns.contact'),
        sortBy: 'contact_name',
        cell: ({ contact_name, contact_phone }) =>
          (contact_name || contact_phone) && (
            <div className={classes.contact}>
              <span>{contact_name}</span>
              <span>{contact_phone}</span>
            </div>
          ),
      },
      {
        key: 'country',
        label: t('columns.country'),
        sortBy: 'country',
        cell: ({ country }) => countryName(country, i18n.language),
      },
      {
        key: 'state',
        label: t('columns.state'),
        sortBy: 'state',
        cell: (lab) => <LabState lab={lab} />,
      },
      { key: 'remove', label: t('remove.action'), isAction: true, cell: (lab) => <RemoveLab lab={lab} /> },
    ],
    [t, i18n.language],
  );
}

function LabState({ lab }: { lab: StaffLab }) {
  const { t } = useTranslation('admin-labs');
  return (
    <div className={classes.state}>
      <StateBadge color={lab.is_active ? 'green' : 'gray'}>
        {lab.is_active ? t('active') : t('inactive')}
      </StateBadge>
      {!lab.has_account && (
        <StateBadge color="orange" title={t('noAccountHint')}>
          {t('noAccount')}
        </StateBadge>
      )}
    </div>
  );
}

function RemoveLab({ lab }: { lab: StaffLab }) {
  const { t } = useTranslation('admin-labs');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const remove = useSubmit(removeLabs);
  const askAndRemove = async () => {
    const title = t('remove.title', { name: lab.company_name });
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
    <ActionIcon
      className={classes.remove}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`${t('remove.action')}: ${lab.company_name}`}
      loading={remove.isPending}
      onClick={() => void askAndRemove()}
    >
      <IconTrash size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
