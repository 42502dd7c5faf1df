import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOfDate } from '../../../client/local-time.ts';
import { CalendarLanguage, useCalendarLabels } from '../../../ui/days/CalendarLanguage.tsx';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import type { DayOrNone } from './case-filters.ts';
import classes from './date-picker.module.css';

interface DayRange {
  from: DayOrNone;
  to: DayOrNone;
}

/** The quick ranges of the date picker in display order. */
export const QUICK_RANGES = ['yesterday', 'today', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;
type QuickRange = (typeof QUICK_RANGES)[number];

/** First and last day of a quick range, inclusive. Weeks start on Monday. */
export function quickRange(range: QuickRange, today: Date): DayRange {
  const year = today.getFullYear();
  const month = today.getMonth();
  const date = today.getDate();
  const span = (from: Date, to: Date) => ({ from: dayOfDate(from), to: dayOfDate(to) });
  const day = (offset: number) => new Date(year, month, date + offset);
  const monday = -((today.getDay() + 6) % 7);
  switch (range) {
    case 'yesterday':
      return span(day(-1), day(-1));
    case 'today':
      return span(day(0), day(0));
    case 'thisWeek':
      return span(day(monday), day(monday + 6));
    case 'lastWeek':
      return span(day(monday - 7), day(monday - 1));
    case 'thisMonth':
      return span(new Date(year, month, 1), new Date(year, month + 1, 0));
    case 'lastMonth':
      return span(new Date(year, month - 1, 1), new Date(year, month, 0));
  }
}

/** The quick range with these two days, or null. */
export function quickRangeOf({ from, to }: DayRange, today: Date): QuickRange | null {
  const same = (range: QuickRange) => {
    const days = quickRange(range, today);
    return days.from === from && days.to === to;
  };
  return QUICK_RANGES.find(same) ?? null;
}

/** Sets the first day and moves an earlier last day along. */
export function withFrom(range: DayRange, day: string): DayRange {
  return { from: day, to: range.to && range.to < day ? day : range.to };
}

/** Sets the last day and moves a later first day along. */
export function withTo(range: DayRange, day: string): DayRange {
  return { from: range.from > day ? day : range.from, to: day };
}

interface DatePickerModalProps {
  range: DayRange;
  /** The end of the range that the first click on the calendar sets. */
  first: 'from' | 'to';
  onClose(): void;
  onTake(range: DayRange): void;
}

/** Quick ranges and a calendar for the first and the last day. */
export default function DatePickerModal({ range: taken, first, onClose, onTake }: DatePickerModalProps) {
  const { t } = useTranslation(['cases', 'common']);
  const { day } = useFormat();
  const labels = useCalendarLabels();
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
          <CalendarLanguage settings={{ firstDayOfWeek: 1, weekendDays: [], consistentWeeks: true }}>
            <DatePicker
              date={month}
              onDateChange={setMonth}
              value={range[end] || null}
              onChange={pick}
              highlightToday
              {...labels}
              classNames={{ day: classes.day }}
              getDayProps={(date) => ({
                selected: date === range.from || date === range.to,
                inRange: Boolean(range.from && range.to) && date >= range.from && date <= range.to,
                firstInRange: date === range.from,
                lastInRange: date === range.to,
              })}
            />
          </CalendarLanguage>
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
