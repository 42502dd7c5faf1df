import type { StatusFilter } from '@cusp/contract/case-list';
import { STATUS_FILTERS, WAITS } from '@cusp/dental/case-status';
import { DUE_FILTERS } from '@cusp/dental/due';
import { Button, Chip, CloseButton, Group, Input, InputBase, Stack, Switch, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { type CaseFilters, type DayOrNone, NO_FILTERS } from './case-filters.ts';
import classes from './date-picker.module.css';
import { PeopleChoice } from './PeopleChoice.tsx';
import { WorkChoice } from './WorkChoice.tsx';

const DatePickerModal = lazy(() => import('./DatePickerModal.tsx'));

interface FilterModalProps {
  filters: CaseFilters;
  onClose(): void;
  onApply(filters: CaseFilters): void;
}

/** All filters of the case list; nothing changes before Apply. */
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
      classNames={{ inner: classes.sheet, content: classes.sheetContent }}
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
          <OneChoice
            label={t('filter.delivery')}
            options={DUE_FILTERS}
            nameOf={(due) => t(`filter.dues.${due}`)}
            chosen={chosen.due}
            onChoose={(due) => set({ due })}
          />
          <OneChoice
            label={t('filter.waitsFor')}
            options={WAITS}
            nameOf={(side) => t(`filter.waits.${side}`)}
            chosen={chosen.waits}
            onChoose={(waits) => set({ waits })}
          />
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

interface OneChoiceProps<Option extends string> {
  label: string;
  options: readonly Option[];
  nameOf(option: Option): string;
  /** '' for any. */
  chosen: Option | '';
  onChoose(chosen: Option | ''): void;
}

/** Filters by one of a few options, or any. */
function OneChoice<Option extends string>({
  label,
  options,
  nameOf,
  chosen,
  onChoose,
}: OneChoiceProps<Option>) {
  const { t } = useTranslation('cases');
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Group gap={6} mt={4} role="group" aria-label={label}>
        {(['', ...options] as const).map((option) => (
          <Chip
            key={option}
            size="xs"
            radius="md"
            checked={chosen === option}
            onChange={(on) => onChoose(on ? option : '')}
          >
            {option === '' ? t('filter.any') : nameOf(option)}
          </Chip>
        ))}
      </Group>
    </Input.Wrapper>
  );
}

interface StatusChoiceProps {
  /** Empty for any. */
  chosen: readonly StatusFilter[];
  onChoose(chosen: readonly StatusFilter[]): void;
}

/** Filters by several statuses, or any. */
function StatusChoice({ chosen, onChoose }: StatusChoiceProps) {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  return (
    <Input.Wrapper label={t('filter.status')} labelElement="div">
      <Group gap={6} mt={4} role="group" aria-label={t('filter.status')}>
        <Chip size="xs" radius="md" checked={chosen.length === 0} onChange={() => onChoose([])}>
          {t('filter.any')}
        </Chip>
        {STATUS_FILTERS.map((status) => (
          <Chip
            key={status}
            size="xs"
            radius="md"
            checked={chosen.includes(status)}
            onChange={(on) => onChoose(on ? [...chosen, status] : chosen.filter((each) => each !== status))}
          >
            {dental(`statuses.${status}`)}
          </Chip>
        ))}
      </Group>
    </Input.Wrapper>
  );
}

interface DayFieldProps {
  label: string;
  day: DayOrNone;
  onOpen(): void;
  onClear(): void;
}

/** A date as a button that opens the date picker. */
function DayField({ label, day, onOpen, onClear }: DayFieldProps) {
  const { t } = useTranslation('cases');
  const { day: format } = useFormat();
  return (
    <InputBase
      component="button"
      type="button"
      pointer
      classNames={{ input: classes.dayField }}
      label={label}
      aria-label={`${label}: ${format(day) || t('filter.anyDay')}`}
      leftSection={<IconCalendar size={16} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={
        day && <CloseButton size="sm" aria-label={t('filter.clearDay', { name: label })} onClick={onClear} />
      }
      onClick={onOpen}
    >
      {format(day) || t('filter.anyDay')}
    </InputBase>
  );
}
