import type { Language } from '@cusp/contract/wire';
import { MAX_CLOSED_DAYS } from '@cusp/contract/work-calendar.routes';
import { firstWeekday } from '@cusp/text/dates';
import { Button, Chip, Group, Pill, Popover, Text, VisuallyHidden } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../../client/local-time.ts';
import { CalendarLanguage, useCalendarLabels } from '../../../ui/days/CalendarLanguage.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
/** A date with this weekday; 1 is Monday. */
const weekdayOf = (weekday: number) => `2026-01-${String(4 + weekday).padStart(2, '0')}`;

interface WeekdaysProps {
  ids: object;
  chosen: readonly number[];
  onChange(days: number[]): void;
}

/** The weekdays on which the practice works. */
export function Weekdays({ ids, chosen, onChange }: WeekdaysProps) {
  const { t, i18n } = useTranslation('settings');
  const { weekday } = useFormat();
  const isSundayFirst = firstWeekday(i18n.language as Language) === 0;
  const week = isSundayFirst ? [7, ...WEEKDAYS.slice(0, 6)] : WEEKDAYS;
  return (
    <div>
      <Group {...ids} role="group" aria-label={t('work.days.label')} gap={6}>
        {week.map((each) => (
          <Chip
            key={each}
            size="sm"
            checked={chosen.includes(each)}
            onChange={(isOn) =>
              onChange(isOn ? [...chosen, each].sort((a, b) => a - b) : chosen.filter((day) => day !== each))
            }
          >
            <span aria-hidden>{weekday(weekdayOf(each), 'short')}</span>
            <VisuallyHidden>{weekday(weekdayOf(each), 'long')}</VisuallyHidden>
          </Chip>
        ))}
      </Group>
      {chosen.length === 0 && (
        <Text role="alert" size="sm" c="red" mt={6}>
          {t('work.days.none')}
        </Text>
      )}
    </div>
  );
}

interface ClosedDaysProps {
  describedBy: string | undefined;
  days: readonly string[];
  mayChange: boolean;
  onChange(days: string[]): void;
}

/** The days off from today on, and a calendar that adds and removes days. */
export function ClosedDays({ describedBy, days, mayChange, onChange }: ClosedDaysProps) {
  const { t } = useTranslation('settings');
  const { day } = useFormat();
  const labels = useCalendarLabels();
  const today = useToday();
  const isFull = days.length >= MAX_CLOSED_DAYS;
  const replace = (next: readonly string[]) => onChange([...new Set(next)].sort().slice(-MAX_CLOSED_DAYS));
  return (
    <div>
      <Popover position="bottom-start" width="max-content" trapFocus>
        <Popover.Target>
          <Button aria-describedby={describedBy} size="sm" variant="default" disabled={!mayChange}>
            {t('work.closed.choose')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          {/* Red days would look forbidden, and the red has too little contrast. */}
          <CalendarLanguage settings={{ weekendDays: [] }}>
            <DatePicker
              type="multiple"
              value={[...days]}
              onChange={replace}
              minDate={today}
              {...labels}
              highlightToday
              getDayProps={(date) => (isFull && !days.includes(date) ? { disabled: true } : {})}
            />
          </CalendarLanguage>
          {isFull && (
            <Text size="sm" mt={6}>
              {t('work.closed.full')}
            </Text>
          )}
        </Popover.Dropdown>
      </Popover>
      <Pill.Group mt={8}>
        {days
          .filter((each) => each >= today)
          .map((each) => (
            <Pill
              key={each}
              withRemoveButton={mayChange}
              onRemove={() => onChange(days.filter((other) => other !== each))}
              removeButtonProps={{
                'aria-label': t('work.closed.remove', { day: day(each) }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
            >
              {day(each)}
            </Pill>
          ))}
      </Pill.Group>
    </div>
  );
}
