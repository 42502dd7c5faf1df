import { userFilters } from '@cusp/contract/case-list.routes';
import { MASK } from '@cusp/contract/patient';
import { nameOrder } from '@cusp/text/names';
import { Select, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../client/use-call.ts';
import { type CaseFilters, ME } from './case-filters.ts';
import { useWorkNames } from './use-work-names.ts';

interface WorkChoiceProps {
  filters: Pick<CaseFilters, 'assignee' | 'restoration' | 'material'>;
  onChange(part: Partial<CaseFilters>): void;
}

/**
 * Filters by assignee, restoration and material. Offers the values that occur in the cases, and keeps a chosen value
 * that no longer occurs.
 */
export function WorkChoice({ filters, onChange }: WorkChoiceProps) {
  const { t, i18n } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const names = useWorkNames();
  const { data, error } = useCall(userFilters, {}, ['filters']);
  // PeopleChoice reports the same error.
  if (error) return null;
  if (!data) return <Skeleton height={200} />;
  const byName = nameOrder(i18n.language);
  const choice = (kind: keyof typeof names, label: string, offered: readonly string[]) => {
    const chosen = filters[kind];
    // Hidden values find nothing, and several of them look alike.
    const values = new Set([
      ...offered.filter((value) => value !== MASK),
      ...(chosen === '' ? [] : [chosen]),
    ]);
    const options = [...values]
      .map((value) => ({ value, label: names[kind](value) }))
      .toSorted((a, b) => Number(b.value === ME) - Number(a.value === ME) || byName(a.label, b.label));
    return (
      <Select
        label={label}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('filter.nothing')}
        data={[{ value: '', label: t('filter.any') }, ...options]}
        value={chosen}
        onChange={(value) => onChange({ [kind]: value ?? '' })}
      />
    );
  };
  return (
    <>
      {choice('assignee', t('detail.assignee'), [ME, ...data.assignees.map(({ id }) => String(id))])}
      {choice(
        'restoration',
        dental('words.restoration'),
        data.restorations.map(({ type }) => type),
      )}
      {choice(
        'material',
        dental('words.material'),
        data.materials.map(({ code }) => code),
      )}
    </>
  );
}
