import { ROLES } from '@cusp/contract/accounts.routes';
import type { UserPlace } from '@cusp/contract/user-locations';
import { userLocations } from '@cusp/contract/user-locations.routes';
import { NativeSelect } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { appInfo } from '../../../brand/app-info.ts';
import { useCall } from '../../../client/use-call.ts';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { CountryTable } from './CountryTable.tsx';
import classes from './locations.module.css';
import { Moves } from './Moves.tsx';
import { PeopleList } from './PeopleList.tsx';
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
