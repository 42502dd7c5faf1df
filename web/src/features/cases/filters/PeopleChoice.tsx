import { userFilters } from '@cusp/contract/case-list';
import { Select, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../client/use-call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ALL, type CaseFilters } from './case-filters.ts';
import { choosable, institutionsOf, withInstitution, withPerson } from './people-filter.ts';

interface PeopleChoiceProps {
  filters: CaseFilters;
  onChange(filters: CaseFilters): void;
}

/** Institution and person on the other side of the cases. */
export function PeopleChoice({ filters, onChange }: PeopleChoiceProps) {
  const { t } = useTranslation('cases');
  const { data, error, refetch } = useCall(userFilters, {}, ['filters']);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={128} />;
  const all = { value: ALL, label: t('filter.all') };
  const shared = { searchable: true, allowDeselect: false, nothingFoundMessage: t('filter.nobody') };
  const persons = choosable(filters.institution, data).map(({ id, name }) => ({
    value: String(id),
    label: name,
  }));
  return (
    <>
      <Select
        {...shared}
        label={t('filter.institution')}
        data={[all, ...institutionsOf(data).map((name) => ({ value: name, label: name }))]}
        value={filters.institution}
        onChange={(name) => onChange(withInstitution(filters, name ?? ALL, data))}
      />
      <Select
        {...shared}
        label={t('filter.person')}
        data={[all, ...persons]}
        value={filters.person}
        onChange={(id) => onChange(withPerson(filters, id ?? ALL, data))}
      />
    </>
  );
}
