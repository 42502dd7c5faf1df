import type { Language } from '@cusp/contract/wire';
import { dateLocale } from '@cusp/text/clock';
import { CloseButton } from '@mantine/core';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { suppressBubble } from '../use-field-messages.ts';
import { CalendarLanguage, useCalendarLabels } from './CalendarLanguage.tsx';
import { dayPattern, readDay, today } from './days.ts';

interface Props
  extends Pick<DateInputProps, 'id' | 'label' | 'description' | 'error' | 'required' | 'className'> {
  /** `YYYY-MM-DD`. */
  value: string | null;
  onChange(day: string | null): void;
  earliest?: string;
  latest?: string;
  /**
   * Called with typed text that is not a valid date, and with '' when it is corrected. Forms with their own rules pass
   * it and keep a date outside the limits; without it such a date is refused here, and the form cannot be submitted.
   */
  onUnread?(text: string): void;
}

/** A date, typed in the format of the language or chosen from a calendar. An invalid text is quoted in the error. */
export function DayField({ value, onChange, earliest, latest, error, onUnread, ...others }: Props) {
  const { t, i18n } = useTranslation('common');
  const labels = useCalendarLabels();
  const locale = dateLocale(i18n.language as Language);
  const pattern = dayPattern(locale);
  const input = useRef<HTMLInputElement>(null);
  const [unread, setUnread] = useState('');
  const textAtFocus = useRef('');
  const [hasCalendar, setCalendar] = useState(false);
  const problem = (text: string) => (text ? t('day.invalid', { text }) : '');
  /** An invalid text is removed by Mantine at the first blur, but its message stays until something is typed. */
  const isRemoved = (text: string) => unread !== '' && text === textAtFocus.current;
  const reportUnread = (text: string) => {
    setUnread(text);
    if (onUnread) onUnread(text);
    else input.current?.setCustomValidity(problem(text));
  };
  // A date set from outside replaces the text.
  const forget = useEffectEvent(() => {
    if (unread) reportUnread('');
  });
  useEffect(() => {
    if (value !== null) forget();
  }, [value]);
  const read = (text: string) => readDay(text, locale, latest ?? `${Number(today().slice(0, 4)) + 50}`);
  const judge = (typedText: string) => {
    const text = typedText.trim();
    const typed = read(text);
    const isWithin = typed !== null && typed >= (earliest ?? '') && typed <= (latest ?? typed);
    const day = isWithin || onUnread ? typed : null;
    reportUnread(day === null ? text : '');
    // Drops the date that was parsed from the first half of the text.
    if (day !== value) onChange(day);
  };
  const onKey = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    // Enter submits the form without leaving the field.
    if (key === 'Enter' && !isRemoved(currentTarget.value)) judge(currentTarget.value);
  };
  return (
    <CalendarLanguage>
      <DateInput
        {...others}
        {...labels}
        ref={input}
        placeholder={pattern.replaceAll(/[DMY]/g, (letter) => t(`day.letters.${letter as 'D' | 'M' | 'Y'}`))}
        valueFormat={pattern}
        dateParser={read}
        value={value}
        onChange={(day) => {
          reportUnread('');
          onChange(day);
        }}
        onFocus={({ currentTarget }) => {
          textAtFocus.current = currentTarget.value;
        }}
        onBlur={({ currentTarget }) => {
          if (!isRemoved(currentTarget.value)) judge(currentTarget.value);
        }}
        onKeyDown={onKey}
        // Its own message is below the field already.
        onInvalid={(event) => {
          if (unread) suppressBubble(event);
        }}
        popoverProps={{ onOpen: () => setCalendar(true), onClose: () => setCalendar(false) }}
        // Escape closes the calendar, not the dialog around it.
        data-mantine-stop-propagation={hasCalendar || undefined}
        minDate={earliest}
        maxDate={latest}
        error={unread ? <span role="alert">{problem(unread)}</span> : error}
        {...(unread
          ? {
              rightSection: (
                <CloseButton size="sm" aria-label={t('clear')} onClick={() => reportUnread('')} />
              ),
            }
          : {})}
        clearable
        clearButtonProps={{ 'aria-label': t('clear'), tabIndex: 0 }}
        autoComplete="off"
        inputMode="text"
      />
    </CalendarLanguage>
  );
}
