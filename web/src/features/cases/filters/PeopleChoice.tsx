import { userFilters } from '@cusp/contract/case-list.routes';
import { nameOrder } from '@cusp/text/names';
import { Select, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../client/use-call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ALL, type CaseFilters } from './case-filters.ts';

interface FilterPeople {
  institutions: readonly { name: string; user_ids: readonly number[] }[];
  users: readonly { id: number; name: string }[];
}

/** Ids of an institution's people; null for all. */
function peopleOf(institution: string, { institutions }: FilterPeople): ReadonlySet<number> | null {
  if (institution === ALL) return null;
  return new Set(institutions.find(({ name }) => name === institution)?.user_ids ?? []);
}

/**
 * The institutions to choose from. One named `All` is left out because it would clash with the option for all; its
 * people can still be chosen.
 */
export const institutionsOf = ({ institutions }: FilterPeople): string[] =>
  institutions.flatMap(({ name }) => (name === ALL ? [] : name));

/** The people to choose from: those of the institution, or everybody. */
export function choosable(institution: string, people: FilterPeople): FilterPeople['users'] {
  const ids = peopleOf(institution, people);
  return people.users.filter(({ id }) => ids?.has(id) ?? true);
}

/** Chooses an institution and clears a person who is not in it. */
export function withInstitution(
  filters: CaseFilters,
  institution: string,
  people: FilterPeople,
): CaseFilters {
  const ids = peopleOf(institution, people);
  const person = ids && !ids.has(Number(filters.person)) ? ALL : filters.person;
  return withPerson({ ...filters, institution }, person, people);
}

/** URLs are only safe up to a few thousand characters, so the people of a larger institution are not listed in one. */
const MAX_IN_ADDRESS = 200;

/** Chooses a person; without one the whole institution counts. */
export function withPerson(filters: CaseFilters, person: string, people: FilterPeople): CaseFilters {
  if (person !== ALL) return { ...filters, person, userIds: [Number(person)] };
  const userIds = [...(peopleOf(filters.institution, people) ?? [])];
  return { ...filters, person, userIds: userIds.length > MAX_IN_ADDRESS ? [] : userIds };
}

interface PeopleChoiceProps {
  filters: CaseFilters;
  onChange(filters: CaseFilters): void;
}

/** Filters by institution and person on the other side of the cases. */
export function PeopleChoice({ filters, onChange }: PeopleChoiceProps) {
  const { t, i18n } = useTranslation('cases');
  const { data, error, refetch } = useCall(userFilters, {}, ['filters']);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={128} />;
  const all = { value: ALL, label: t('filter.all') };
  const shared = { searchable: true, allowDeselect: false, nothingFoundMessage: t('filter.nobody') };
  const byName = nameOrder(i18n.language);
  const persons = choosable(filters.institution, data)
    .map(({ id, name }) => ({ value: String(id), label: name }))
    .sort((one, other) => byName(one.label, other.label));
  return (
    <>
      <Select
        {...shared}
        label={t('filter.institution')}
        data={[all, ...institutionsOf(data).sort(byName)]}
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
