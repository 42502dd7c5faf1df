import { ROLES } from '@cusp/contract/accounts.routes';
import type { UserPlace } from '@cusp/contract/user-locations';
import { NO_COUNTRY, peopleOfCountry, userLocations } from '@cusp/contract/user-locations.routes';
import { NativeSelect } from '@mantine/core';
import { IconMapPin, IconUsers } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { appInfo } from '../../../brand/app-info.ts';
import { useCall } from '../../../client/use-call.ts';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { listQuery } from '../../../ui/data-list/data-list.ts';
import { type ListControl, useListState } from '../../../ui/data-list/use-list-state.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { countryName } from '../../../ui/format/country-name.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useUserColumns } from '../users/use-user-columns.tsx';
import { CountryTable } from './CountryTable.tsx';
import classes from './locations.module.css';
import { Moves } from './Moves.tsx';
import { byCountry, filtersOf, fits } from './places.ts';
import { WorldMap } from './WorldMap.tsx';

const FILTERS = ['country', 'role', 'confirmed', 'region'] as const;

/** Where people are: a map and a table of countries, and the people of the chosen one. */
export default function UserLocationsScreen() {
  const { t } = useTranslation('user-locations');
  const state = useListState({ defaultSort: 'created desc', filters: FILTERS });
  const query = useCall(userLocations, {}, ['user-locations']);
  const places = query.data?.places;
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      {appInfo().other_region_url && <Moves />}
      {places?.length === 0 ? (
        <EmptyState icon={<IconMapPin size={22} />} title={t('empty')} />
      ) : places ? (
        <Places places={places} state={state} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState rows={6} height={48} />
      )}
    </div>
  );
}

function Places({ places, state }: { places: readonly UserPlace[]; state: ReturnType<typeof useListState> }) {
  const { t } = useTranslation(['user-locations', 'common', 'profile']);
  const { country = '' } = state.filters;
  const filters = filtersOf(state);
  const { role, confirmed, region } = filters;
  const countries = byCountry(places.filter(fits(filters)));
  const choose = (next: string) => state.setFilter('country', next);
  const regions = new Set(places.map((place) => place.region));
  return (
    <>
      <div className={classes.filters}>
        <NativeSelect
          aria-label={t('role')}
          data={[
            { value: '', label: t('allRoles') },
            ...ROLES.map((value) => ({ value, label: t(`profile:roles.${value}`) })),
          ]}
          value={role}
          onChange={(event) => state.setFilter('role', event.currentTarget.value)}
        />
        <NativeSelect
          aria-label={t('confirmation')}
          data={[
            { value: '', label: t('allConfirmations') },
            { value: 'yes', label: t('confirmed') },
            { value: 'no', label: t('waiting') },
          ]}
          value={confirmed}
          onChange={(event) => state.setFilter('confirmed', event.currentTarget.value)}
        />
        {(regions.size > 1 || region !== '') && (
          <NativeSelect
            aria-label={t('region')}
            data={[
              { value: '', label: t('allRegions') },
              { value: 'EU', label: t('common:regions.EU') },
              { value: 'US', label: t('common:regions.US') },
            ]}
            value={region}
            onChange={(event) => state.setFilter('region', event.currentTarget.value)}
          />
        )}
      </div>
      <div className={classes.columns}>
        <section className={classes.panel}>
          <WorldMap
            counts={new Map(countries.map(({ code, total }) => [code, total]))}
            chosen={country}
            onChoose={choose}
          />
        </section>
        <CountryTable countries={countries} chosen={country} onChoose={choose} />
      </div>
      {country && <PeopleList state={state} country={country} />}
    </>
  );
}

const LEFT_OUT: readonly string[] = ['country', 'lastSignIn'];

/** The people of the chosen country, newest first; the list has no other order. */
function PeopleList({ state, country }: { state: ListControl; country: string }) {
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
