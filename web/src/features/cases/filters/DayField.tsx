import { CloseButton, InputBase } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import type { DayOrNone } from './case-filters.ts';
import classes from './date-picker.module.css';

interface DayFieldProps {
  label: string;
  day: DayOrNone;
  onOpen(): void;
  onClear(): void;
}

/** A day as a button that opens the date picker. */
export function DayField({ label, day, onOpen, onClear }: DayFieldProps) {
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
