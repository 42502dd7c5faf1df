import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/it';
import 'dayjs/locale/ko';
import 'dayjs/locale/pl';
import 'dayjs/locale/pt-br';
import type { Language } from '@cusp/contract/wire';
import { firstWeekday } from '@cusp/text/dates';
import { DatesProvider, type DatesProviderSettings } from '@mantine/dates';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/use-format.ts';

/** Gives the calendars inside it the language of the page and its first day of the week, unless `settings` names another. */
export function CalendarLanguage({
  settings,
  children,
}: {
  settings?: DatesProviderSettings;
  children: ReactNode;
}) {
  const { i18n } = useTranslation();
  const language = i18n.language as Language;
  return (
    <DatesProvider
      settings={{ locale: language.toLowerCase(), firstDayOfWeek: firstWeekday(language), ...settings }}
    >
      {children}
    </DatesProvider>
  );
}

/** The name of the month above a calendar, and names for the arrows beside it. Needs the texts `common`. */
export function useCalendarLabels() {
  const { t } = useTranslation('common');
  const { month } = useFormat();
  return {
    monthLabelFormat: month,
    ariaLabels: {
      previousMonth: t('months.previous'),
      nextMonth: t('months.next'),
      previousYear: t('years.previous'),
      nextYear: t('years.next'),
      previousDecade: t('decades.previous'),
      nextDecade: t('decades.next'),
    },
  };
}
