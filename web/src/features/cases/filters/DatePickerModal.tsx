import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { DatePicker, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/it';
import 'dayjs/locale/ko';
import 'dayjs/locale/pl';
import 'dayjs/locale/pt-br';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import classes from './date-picker.module.css';
import { type DayRange, QUICK_RANGES, quickRange, quickRangeOf, withFrom, withTo } from './date-range.ts';

interface DatePickerModalProps {
  range: DayRange;
  /** Which of the two days a click on the calendar sets first. */
  first: 'from' | 'to';
  onClose(): void;
  onTake(range: DayRange): void;
}

/** Quick ranges and a calendar for the first and the last day. */
export default function DatePickerModal({ range: taken, first, onClose, onTake }: DatePickerModalProps) {
  const { t, i18n } = useTranslation(['cases', 'common']);
  const { day, month: monthName } = useFormat();
  const [range, setRange] = useState(taken);
  const [end, setEnd] = useState(first);
  const [month, setMonth] = useState(taken[first] || undefined);
  const now = new Date();
  const quick = quickRangeOf(range, now);
  const pick = (chosen: string | null) => {
    if (!chosen) return;
    setRange(end === 'from' ? withFrom(range, chosen) : withTo(range, chosen));
    if (end === 'from') setEnd('to');
  };
  const segment = (which: 'from' | 'to') => ({
    value: which,
    label: `${t(`filter.${which}`)}: ${day(range[which]) || '–'}`,
  });
  return (
    <CuspModal opened onClose={onClose} title={t('dates.title')} size={520} zIndex={300}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label={t('dates.title')}
          data={[segment('from'), segment('to')]}
          value={end}
          onChange={(value) => setEnd(value === 'to' ? 'to' : 'from')}
        />
        <div className={classes.columns}>
          <div className={classes.quick}>
            {QUICK_RANGES.map((name) => (
              <Button
                key={name}
                size="xs"
                variant={quick === name ? 'filled' : 'subtle'}
                color={quick === name ? undefined : 'gray'}
                aria-pressed={quick === name}
                justify="flex-start"
                onClick={() => {
                  const next = quickRange(name, now);
                  setRange(next);
                  setMonth(next.from);
                }}
              >
                {t(`dates.${name}`)}
              </Button>
            ))}
          </div>
          <DatesProvider
            settings={{
              locale: i18n.language.toLowerCase(),
              firstDayOfWeek: 1,
              weekendDays: [],
              consistentWeeks: true,
            }}
          >
            <DatePicker
              date={month}
              onDateChange={setMonth}
              value={range[end] || null}
              onChange={pick}
              highlightToday
              monthLabelFormat={monthName}
              classNames={{ day: classes.day }}
              ariaLabels={{ previousMonth: t('dates.previous'), nextMonth: t('dates.next') }}
              getDayProps={(date) => ({
                selected: date === range.from || date === range.to,
                inRange: Boolean(range.from && range.to) && date >= range.from && date <= range.to,
                firstInRange: date === range.from,
                lastInRange: date === range.to,
              })}
            />
          </DatesProvider>
        </div>
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={() => setRange({ from: '', to: '' })}>
            {t('dates.clear')}
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button onClick={() => onTake(range)}>{t('common:ok')}</Button>
          </Group>
        </Group>
      </Stack>
    </CuspModal>
  );
}
