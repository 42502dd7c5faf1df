import { Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { type CaseFilters, NO_FILTERS } from './case-filters.ts';
import { DayField } from './DayField.tsx';
import { DueChoice } from './DueChoice.tsx';
import classes from './date-picker.module.css';
import { PeopleChoice } from './PeopleChoice.tsx';
import { StatusChoice } from './StatusChoice.tsx';
import { WorkChoice } from './WorkChoice.tsx';

const DatePickerModal = lazy(() => import('./DatePickerModal.tsx'));

interface FilterModalProps {
  filters: CaseFilters;
  onClose(): void;
  onApply(filters: CaseFilters): void;
}

/** Every filter of the case list; nothing happens before Apply. */
export default function FilterModal({ filters, onClose, onApply }: FilterModalProps) {
  const { t } = useTranslation(['cases', 'common']);
  const [chosen, setChosen] = useState(filters);
  const [picking, setPicking] = useState<'from' | 'to' | null>(null);
  const set = (part: Partial<CaseFilters>) => setChosen((before) => ({ ...before, ...part }));
  return (
    <CuspModal
      opened
      onClose={onClose}
      title={t('filter.title')}
      size={480}
      closeOnEscape={!picking}
      trapFocus={!picking}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onApply({ ...chosen, searchString: chosen.searchString.trim() });
        }}
      >
        <Stack gap="md">
          <StatusChoice chosen={chosen.status} onChoose={(status) => set({ status })} />
          <Switch
            label={t('filter.unreadOnly')}
            checked={chosen.unreadCommentsOnly}
            onChange={(event) => set({ unreadCommentsOnly: event.currentTarget.checked })}
          />
          <DueChoice chosen={chosen.due} onChoose={(due) => set({ due })} />
          <div className={classes.dayFields}>
            <DayField
              label={t('filter.sentFrom')}
              day={chosen.createDateFrom}
              onOpen={() => setPicking('from')}
              onClear={() => set({ createDateFrom: '' })}
            />
            <DayField
              label={t('filter.sentTo')}
              day={chosen.createDateTo}
              onOpen={() => setPicking('to')}
              onClear={() => set({ createDateTo: '' })}
            />
          </div>
          <PeopleChoice filters={chosen} onChange={setChosen} />
          <TextInput
            label={t('common:search')}
            placeholder={t('list.searchHint')}
            maxLength={200}
            value={chosen.searchString}
            onChange={(event) => set({ searchString: event.currentTarget.value })}
          />
          <WorkChoice filters={chosen} onChange={set} />
          <Group justify="space-between" className={classes.foot}>
            <Button
              variant="subtle"
              color="gray"
              onClick={() => setChosen({ ...NO_FILTERS, orderBy: chosen.orderBy })}
            >
              {t('filter.reset')}
            </Button>
            <Button type="submit">{t('filter.apply')}</Button>
          </Group>
        </Stack>
      </form>
      {picking && (
        <Suspense fallback={null}>
          <DatePickerModal
            range={{ from: chosen.createDateFrom, to: chosen.createDateTo }}
            first={picking}
            onClose={() => setPicking(null)}
            onTake={({ from, to }) => {
              set({ createDateFrom: from, createDateTo: to });
              setPicking(null);
            }}
          />
        </Suspense>
      )}
    </CuspModal>
  );
}
