import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/it';
import 'dayjs/locale/ko';
import 'dayjs/locale/pl';
import 'dayjs/locale/pt-br';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import type { Language } from '@cusp/contract/wire';
import {
  CLOSED_DAYS_MAX,
  PRODUCTION_DAYS_MAX,
  SHIPPING_DAYS_MAX,
  setWorkCalendar,
  showWorkCalendar,
} from '@cusp/contract/work-calendar.routes';
import { firstWeekday } from '@cusp/text/dates';
import { Button, Chip, Group, NumberInput, Pill, Popover, Text, VisuallyHidden } from '@mantine/core';
import { DatePicker, DatesProvider } from '@mantine/dates';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../../client/local-time.ts';
import { ChangeableBy } from '../../../client/session/ChangeableBy.tsx';
import { type CuspKey, useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import type { SettingSection } from '../../../ui/settings/SettingCard.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';

const KEY: CuspKey = ['group', 'work-calendar'];
type Stored = ReplyFrom<typeof showWorkCalendar>;
type Calendar = Stored['calendar'];

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
/** A Monday. */
const weekdayOf = (weekday: number) => `2026-01-${String(4 + weekday).padStart(2, '0')}`;

/** When the practice works and how long its work takes. It is saved by a button of its own, because all members share it. */
export function useWorkDaysSection(): SettingSection {
  const { t } = useTranslation('settings');
  const { t: errors } = useTranslation('errors');
  const query = useCall(showWorkCalendar, {}, KEY);
  const stored = query.data;
  const [draft, setDraft] = useState<{ of: Stored; calendar: Calendar } | null>(null);
  const save = useSubmit(setWorkCalendar, { stale: [KEY] });
  const title = t('work.title');
  if (!stored)
    return {
      key: 'work',
      title,
      rows: query.error
        ? [
            {
              key: 'work-failed',
              label: t('work.failed'),
              text: errorText(errors, query.error),
              place: 'beside',
              control: (ids) => (
                <Button {...ids} variant="default" size="xs" onClick={() => void query.refetch()}>
                  {t('work.retry')}
                </Button>
              ),
            },
          ]
        : [],
    };
  // A change that somebody else saved replaces one's own unsaved one, which the server would refuse.
  const isOwn = draft !== null && draft.of.version === stored.version;
  const calendar = isOwn ? draft.calendar : stored.calendar;
  const change = (more: Partial<Calendar>) => setDraft({ of: stored, calendar: { ...calendar, ...more } });
  const isChanged = JSON.stringify(calendar) !== JSON.stringify(stored.calendar);
  const submit = () =>
    save.mutate(
      { body: { calendar, version: stored.version } },
      {
        onSuccess: () => toastDone(t('work.saved')),
        onError: (error) => {
          toastError(errorText(errors, error));
          if (error.code === 'work_calendar_changed') void query.refetch();
        },
      },
    );
  const may = (control: ReactNode) => (
    <ChangeableBy route={setWorkCalendar}>
      <fieldset disabled={!stored.may_change} style={{ display: 'contents' }}>
        {control}
      </fieldset>
    </ChangeableBy>
  );
  const days = (name: 'production' | 'shipping', max: number) => ({
    key: `work-${name}`,
    label: t(`work.${name}.label`),
    text: t(`work.${name}.text`),
    place: 'field' as const,
    control: (ids: object) =>
      may(
        <NumberInput
          {...ids}
          value={calendar[`${name}Days`]}
          onChange={(value) => change({ [`${name}Days`]: Math.min(Math.floor(Number(value) || 0), max) })}
          min={0}
          max={max}
          clampBehavior="strict"
          allowDecimal={false}
          maw={120}
        />,
      ),
  });
  return {
    key: 'work',
    title,
    rows: [
      {
        key: 'work-days',
        label: t('work.days.label'),
        text: t('work.days.text'),
        place: 'field',
        control: (ids) =>
          may(
            <Weekdays ids={ids} chosen={calendar.workDays} onChange={(workDays) => change({ workDays })} />,
          ),
      },
      {
        key: 'work-closed',
        label: t('work.closed.label'),
        text: t('work.closed.text'),
        place: 'field',
        control: (ids) =>
          may(
            <ClosedDays
              describedBy={ids['aria-describedby']}
              days={calendar.closedDays}
              mayChange={stored.may_change}
              onChange={(closedDays) => change({ closedDays })}
            />,
          ),
      },
      days('production', PRODUCTION_DAYS_MAX),
      days('shipping', SHIPPING_DAYS_MAX),
      {
        key: 'work-save',
        label: t('work.whom.label'),
        text: stored.may_change ? t('work.whom.text') : t('work.ownerOnly'),
        place: 'beside',
        control: (ids) =>
          may(
            <Button
              aria-describedby={ids['aria-describedby']}
              size="sm"
              variant="default"
              loading={save.isPending}
              disabled={!isChanged || calendar.workDays.length === 0}
              onClick={submit}
            >
              {t('work.save')}
            </Button>,
          ),
      },
    ],
  };
}

interface WeekdaysProps {
  ids: object;
  chosen: readonly number[];
  onChange(days: number[]): void;
}

function Weekdays({ ids, chosen, onChange }: WeekdaysProps) {
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
function ClosedDays({ describedBy, days, mayChange, onChange }: ClosedDaysProps) {
  const { t, i18n } = useTranslation('settings');
  const { day, month } = useFormat();
  const today = useToday();
  const isFull = days.length >= CLOSED_DAYS_MAX;
  const replace = (next: readonly string[]) => onChange([...new Set(next)].sort().slice(-CLOSED_DAYS_MAX));
  return (
    <div>
      <Popover position="bottom-start" width="max-content" trapFocus>
        <Popover.Target>
          <Button aria-describedby={describedBy} size="sm" variant="default" disabled={!mayChange}>
            {t('work.closed.choose')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <DatesProvider
            settings={{
              locale: i18n.language.toLowerCase(),
              firstDayOfWeek: firstWeekday(i18n.language as Language),
            }}
          >
            <DatePicker
              type="multiple"
              value={[...days]}
              onChange={replace}
              minDate={today}
              monthLabelFormat={month}
              highlightToday
              getDayProps={(date) => (isFull && !days.includes(date) ? { disabled: true } : {})}
            />
          </DatesProvider>
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
