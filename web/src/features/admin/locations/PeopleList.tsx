import { NO_COUNTRY, peopleOfCountry } from '@cusp/contract/user-locations.routes';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../client/use-call.ts';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { listQuery } from '../../../ui/data-list/data-list.ts';
import type { ListControl } from '../../../ui/data-list/use-list-state.ts';
import { countryName } from '../../../ui/format/country-name.ts';
import { useUserColumns } from '../users/use-user-columns.tsx';
import classes from './locations.module.css';
import { filtersOf } from './places.ts';

const LEFT_OUT: readonly string[] = ['country', 'lastSignIn'];

/** The people of the chosen country, newest first; the list has no other order. */
export function PeopleList({ state, country }: { state: ListControl; country: string }) {
  const { t, i18n } = useTranslation('user-locations');
  const all = useUserColumns();
  const columns = useMemo(
    () =>
      all
        .filter(({ key }) => !LEFT_OUT.includes(key))
        .map(({ sortBy, ...column }) => (sortBy === 'created' ? { ...column, sortBy } : column)),
    [all],
  );
  const { search, sort, page, num_per_page } = state;
  const wire = { search, sort, page, num_per_page, country, ...filtersOf(state) };
  const query = useCall(peopleOfCountry, { query: wire }, ['user-locations', wire], {
    placeholderData: keepPreviousData,
  });
  const name = country === NO_COUNTRY ? t('noCountry') : countryName(country, i18n.language);
  return (
    <section className={classes.people}>
      <h2 className={classes.title}>{t('peopleOf', { country: name })}</h2>
      <DataList
        label={t('peopleOf', { country: name })}
        columns={columns}
        idOf={({ id }) => id}
        state={state}
        query={listQuery(query, ({ users }) => users)}
        searchLabel={t('search')}
        empty={{ icon: <IconUsers size={22} />, title: t('noMatch') }}
      />
    </section>
  );
}
