import { userFilters } from '@cusp/contract/case-list.routes';
import { Pill, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../client/use-call.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import classes from './active-filters.module.css';
import { ALL, type CaseFilters, ME, NO_FILTERS } from './case-filters.ts';
import { useWorkNames } from './use-work-names.ts';

interface ActiveFiltersProps {
  filters: CaseFilters;
  onChange(filters: CaseFilters): void;
}

/** The active filters, each with a button to remove it; renders nothing without any. */
export function ActiveFilters({ filters, onChange }: ActiveFiltersProps) {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const { day } = useFormat();
  const { status, unreadCommentsOnly, due, createDateFrom, createDateTo, institution, person } = filters;
  const { assignee, restoration, material } = filters;
  const names = useWorkNames((assignee !== '' && assignee !== ME) || restoration !== '');
  const { data: known } = useCall(userFilters, {}, ['filters'], { enabled: person !== ALL });
  const name = known?.users.find(({ id }) => String(id) === person)?.name ?? t('filter.person');
  const shown: [text: string, without: Partial<CaseFilters>][] = [];
  if (filters.searchString) shown.push([`“${filters.searchString}”`, { searchString: '' }]);
  for (const each of status)
    shown.push([dental(`statuses.${each}`), { status: status.filter((other) => other !== each) }]);
  if (unreadCommentsOnly) shown.push([t('filter.unreadOnly'), { unreadCommentsOnly: false }]);
  if (due) shown.push([t(`filter.dues.${due}`), { due: '' }]);
  if (filters.waits) shown.push([t(`filter.waits.${filters.waits}`), { waits: '' }]);
  if (createDateFrom || createDateTo)
    shown.push([
      [day(createDateFrom), day(createDateTo)].join(' – '),
      { createDateFrom: '', createDateTo: '' },
    ]);
  if (institution !== ALL) shown.push([institution, { institution: ALL, person: ALL, userIds: [] }]);
  // Without a person the institution is the filter, by its name.
  if (person !== ALL) shown.push([name, { person: ALL, userIds: [] }]);
  if (assignee) shown.push([names.assignee(assignee), { assignee: '' }]);
  if (restoration) shown.push([names.restoration(restoration), { restoration: '' }]);
  if (material) shown.push([names.material(material), { material: '' }]);
  if (shown.length === 0) return null;
  return (
    <div className={classes.active}>
      {shown.map(([text, without]) => (
        <Pill
          key={JSON.stringify(without)}
          className={classes.pill}
          withRemoveButton
          removeButtonProps={{
            'aria-label': t('filter.remove', { name: text }),
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => onChange({ ...filters, ...without })}
        >
          {text}
        </Pill>
      ))}
      <UnstyledButton
        className={classes.clear}
        onClick={() => onChange({ ...NO_FILTERS, orderBy: filters.orderBy })}
      >
        {t('list.clearFilters')}
      </UnstyledButton>
    </div>
  );
}
