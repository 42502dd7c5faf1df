import { ROLES } from '@cusp/contract/accounts.routes';
import { USER_EXPORTS } from '@cusp/contract/list-exports.routes';
import {
  exportStaffUsers,
  listStaffUsers,
  STAFF_USERS_DEFAULT_SORT,
} from '@cusp/contract/staff-users.routes';
import { NativeSelect } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../client/call.ts';
import { useCall } from '../../../client/use-call.ts';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { listQuery } from '../../../ui/data-list/data-list.ts';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ExportButton, Exports } from '../exports/ListExports.tsx';
import { useUserColumns } from './use-user-columns.tsx';
import classes from './users.module.css';

const FILTERS = ['role'] as const;
/** Hidden until the user shows them. */
const HIDDEN = ['region'] as const;

type Role = '' | (typeof ROLES)[number];
const roleOf = (text = ''): Role => ROLES.find((role) => role === text) ?? '';

/** Everybody with an account: search by person and institution, filter by role, save as an Excel file. */
export default function UsersScreen() {
  const { t } = useTranslation('staff-users');
  const { t: profile } = useTranslation('profile');
  const state = useListState({ defaultSort: STAFF_USERS_DEFAULT_SORT, filters: FILTERS, hidden: HIDDEN });
  const columns = useUserColumns();
  const { search, sort, page, num_per_page } = state;
  const role = roleOf(state.filters.role);
  const list = USER_EXPORTS[role];
  const wire = { search, sort, page, num_per_page, role };
  const users = useCall(listStaffUsers, { query: wire }, ['staff-users', wire], {
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <Exports list={list} />
      <DataList
        label={t('title')}
        columns={columns}
        idOf={({ id }) => id}
        state={state}
        query={listQuery(users, ({ users }) => users)}
        searchLabel={t('search')}
        searchHint={t('searchHint')}
        filters={
          <>
            <NativeSelect
              aria-label={t('role')}
              data={[
                { value: '', label: t('allRoles') },
                ...ROLES.map((value) => ({ value, label: profile(`roles.${value}`) })),
              ]}
              value={role}
              onChange={(event) => state.setFilter('role', event.currentTarget.value)}
            />
            <ExportButton
              list={list}
              filename="Users.xlsx"
              search={search}
              sort={sort}
              page={users.data?.page}
              fetchFile={() => call(exportStaffUsers, { query: { search, sort, role } })}
            />
          </>
        }
        empty={{ icon: <IconUsers size={22} />, title: t('empty'), text: t('emptyText') }}
      />
    </div>
  );
}
