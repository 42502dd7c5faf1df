import type { Language } from '@cusp/contract/wire';
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDay,
  formatMonth,
  formatShortDay,
  recently,
} from '@cusp/text/dates';
import { fileSize } from '@cusp/text/file-size';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Dates and file sizes in the language of the page; the same object until that changes. */
export function useFormat() {
  const { t, i18n } = useTranslation('common');
  const language = i18n.language as Language;
  return useMemo(() => formatsIn(language, t), [language, t]);
}

const formatsIn = (language: Language, t: TFunction<'common'>) => ({
  date: (moment: string) => formatDate(moment, language),
  dateTime: (moment: string) => formatDateTime(moment, language),
  clock: (moment: string) => formatClock(moment, language),
  /** A day without a clock; '' when there is none. */
  day: (day: string | null) => formatDay(day, language),
  /** A day without its year, for narrow places. */
  shortDay: (day: string) => formatShortDay(day, language),
  /** A day's month and year. */
  month: (day: string) => formatMonth(day, language),
  /** The size of one file, in thousands. */
  size: (bytes: number) => fileSize(bytes, language, 'decimal'),
  /** The size of several files together, as the heading of the attachments has it. */
  totalSize: (bytes: number) => fileSize(bytes, language),
  /** A clock time today, 'Yesterday', otherwise a date. */
  recent(moment: string): string {
    const when = recently(moment, language);
    return when.kind === 'yesterday' ? t('yesterday') : when.text;
  },
});
