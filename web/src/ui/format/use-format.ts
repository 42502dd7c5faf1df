import '../../i18n/unknown-codes.ts';
import type { Language } from '@cusp/contract/wire';
import { formatClock } from '@cusp/text/clock';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatDays,
  formatLongDay,
  formatMonth,
  formatShortDay,
  formatWeekday,
  recently,
} from '@cusp/text/dates';
import { fileSize } from '@cusp/text/file-size';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Formats dates and file sizes in the language of the page; the object is stable until that changes. */
export function useFormat() {
  const { t, i18n } = useTranslation('common');
  const language = i18n.language as Language;
  return useMemo(() => formatsIn(language, t), [language, t]);
}

/** The same without a page, given the texts. */
export const formatsIn = (language: Language, t: (key: 'yesterday') => string) => ({
  date: (moment: string) => formatDate(moment, language),
  dateTime: (moment: string) => formatDateTime(moment, language),
  /** The time in a zone (IANA), or in the reader's. */
  clock: (moment: string, zone?: string) => formatClock(moment, language, zone),
  /** A date without time; '' for null. */
  day: (day: string | null) => formatDay(day, language),
  /** A date without its year, for narrow places. */
  shortDay: (day: string) => formatShortDay(day, language),
  /** A date's month and year. */
  month: (day: string) => formatMonth(day, language),
  /** A date with its weekday, without its year. */
  longDay: (day: string) => formatLongDay(day, language),
  weekday: (day: string, length: 'short' | 'long') => formatWeekday(day, language, length),
  /** Several days in a row. */
  days: (from: string, to: string) => formatDays(from, to, language),
  /** The size of one file in decimal units. */
  size: (bytes: number) => fileSize(bytes, language, 'decimal'),
  /** The total size of several files, as in the heading of the attachments. */
  totalSize: (bytes: number) => fileSize(bytes, language),
  /** The time if today, 'Yesterday', otherwise a date. */
  recent(moment: string): string {
    const when = recently(moment, language);
    return when.kind === 'yesterday' ? t('yesterday') : when.text;
  },
});
