import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/it';
import 'dayjs/locale/ko';
import 'dayjs/locale/pl';
import 'dayjs/locale/pt-br';
import type { Language } from '@cusp/contract/wire';
import { dateLocale, firstWeekday } from '@cusp/text/dates';
import { DateInput, DatesProvider } from '@mantine/dates';
import { type FocusEvent, type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import type { UnreadDay } from './contradictions.ts';
import { dayPattern, readDay, today } from './days.ts';

/** Typed dates that cannot be read, by field. */
export function useUnreadDays() {
  const [texts, setTexts] = useState({ birthdate: '', appointment: '', delivery: '' });
  const days = useMemo(() => {
    const found: UnreadDay[] = [
      { code: 'birthdate_unread', text: texts.birthdate },
      { code: 'appointment_unread', text: texts.appointment },
      { code: 'delivery_unread', text: texts.delivery },
    ];
    return found.filter(({ text }) => text !== '');
  }, [texts]);
  const onBirthdate = useCallback((birthdate: string) => setTexts((now) => ({ ...now, birthdate })), []);
  const onAppointment = useCallback(
    (appointment: string) => setTexts((now) => ({ ...now, appointment })),
    [],
  );
  const onDelivery = useCallback((delivery: string) => setTexts((now) => ({ ...now, delivery })), []);
  return { days, onBirthdate, onAppointment, onDelivery };
}

interface Props {
  id: string;
  label: string;
  /** `YYYY-MM-DD`. */
  value: string | null;
  onChange(day: string | null): void;
  earliest?: string;
  latest?: string;
  error?: ReactNode;
  /**
   * Called with typed text that is not a valid date, and with '' when it is fixed. Forms with their own rules pass it
   * and keep a date outside the limits; without it such a date is refused here.
   */
  onUnread?(text: string): void;
}

/** A date, typed in the format of the language or chosen from a calendar. An invalid text is named in the error. */
export function DayField({ id, label, value, onChange, earliest, latest, error, onUnread }: Props) {
  const { t, i18n } = useTranslation(['new-case', 'common']);
  const { month } = useFormat();
  const locale = dateLocale(i18n.language as Language);
  const pattern = dayPattern(locale);
  const [unread, setUnread] = useState('');
  const reportUnread = (text: string) => {
    setUnread(text);
    onUnread?.(text);
  };
  const read = (text: string) => readDay(text, locale, latest ?? `${Number(today().slice(0, 4)) + 50}`);
  const leave = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const text = currentTarget.value.trim();
    const typed = read(text);
    const isWithin = typed !== null && typed >= (earliest ?? '') && typed <= (latest ?? typed);
    const day = isWithin || onUnread ? typed : null;
    reportUnread(day === null ? text : '');
    // Drops the date that was read from the first half of the text.
    if (day !== value) onChange(day);
  };
  return (
    <DatesProvider
      settings={{
        locale: i18n.language.toLowerCase(),
        firstDayOfWeek: firstWeekday(i18n.language as Language),
      }}
    >
      <DateInput
        id={id}
        label={label}
        placeholder={pattern.replaceAll(/[DMY]/g, (letter) => t(`dayLetters.${letter as 'D' | 'M' | 'Y'}`))}
        valueFormat={pattern}
        monthLabelFormat={month}
        dateParser={read}
        value={value}
        onChange={(day) => {
          reportUnread('');
          onChange(day);
        }}
        onBlur={leave}
        minDate={earliest}
        maxDate={latest}
        error={unread ? <span role="alert">{t('notADay', { text: unread })}</span> : error}
        clearable
        clearButtonProps={{ 'aria-label': t('common:clear'), tabIndex: 0 }}
        autoComplete="off"
        inputMode="text"
      />
    </DatesProvider>
  );
}
