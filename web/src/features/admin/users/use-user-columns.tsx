import { ADM_PATHS } from '@cusp/contract/pages';
import type { StaffUser } from '@cusp/contract/staff-users';
import type { STAFF_USER_SORTS } from '@cusp/contract/staff-users.routes';
import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import type { Column } from '../../../ui/data-list/data-list.ts';
import { countryName } from '../../../ui/format/country-name.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';

type UserColumn = Column<StaffUser> & { sortBy?: (typeof STAFF_USER_SORTS)[number] };

/** The columns of the list of users. */
export function useUserColumns(): UserColumn[] {
  const { t, i18n } = useTranslation('staff-users');
  const { t: profile } = useTranslation('profile');
  const { t: common } = useTranslation('common');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'name',
        label: t('columns.name'),
        sortBy: 'name',
        isName: true,
        cell: ({ id, name, email }) => (
          <Anchor component={Link} inherit to={generatePath(ADM_PATHS.user, { uid: String(id) })}>
            {name || email}
          </Anchor>
        ),
      },
      { key: 'email', label: t('columns.email'), sortBy: 'email', cell: ({ email }) => email },
      {
        key: 'institution',
        label: t('columns.institution'),
        sortBy: 'institution',
        cell: ({ institution }) => institution,
      },
      {
        key: 'role',
        label: t('columns.role'),
        sortBy: 'role',
        cell: ({ role }) => profile(`roles.${role}`),
      },
      {
        key: 'country',
        label: t('columns.country'),
        sortBy: 'country',
        cell: ({ country }) => countryName(country, i18n.language),
      },
      { key: 'state', label: t('columns.state'), cell: ({ state }) => <UserState state={state} /> },
      { key: 'region', label: t('columns.region'), cell: ({ region }) => common(`regions.${region}`) },
      {
        key: 'created',
        label: t('columns.created'),
        sortBy: 'created',
        isNumber: true,
        cell: ({ created_date }) => format.date(created_date),
      },
      {
        key: 'lastSignIn',
        label: t('columns.lastSignIn'),
        sortBy: 'last_sign_in',
        isNumber: true,
        cell: ({ last_sign_in }) => last_sign_in && format.dateTime(last_sign_in),
      },
    ],
    [t, profile, common, i18n.language, format],
  );
}

const COLORS = {
  active: 'green',
  not_activated: 'yellow',
  blocked: 'red',
  closing: 'orange',
  deleted: 'gray',
} as const;

export function UserState({ state }: { state: StaffUser['state'] }) {
  const { t } = useTranslation('staff-users');
  return <StateBadge color={COLORS[state]}>{t(`states.${state}`)}</StateBadge>;
}
