import type { CaseListItem } from '@cusp/contract/case-list';
import type { Language } from '@cusp/contract/wire';
import { firstWeekday } from '@cusp/text/dates';
import { DatePicker, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/it';
import 'dayjs/locale/ko';
import 'dayjs/locale/pl';
import 'dayjs/locale/pt-br';
import { fullName } from '@cusp/text/names';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';

interface MoveDayDialogProps {
  item: CaseListItem;
  today: string;
  onClose(): void;
  onDay(day: string): void;
}

/** Dialog to choose another delivery date for a case, as an alternative to dragging it to a day. */
export default function MoveDayDialog({ item, today, onClose, onDay }: MoveDayDialogProps) {
  const { t, i18n } = useTranslation(['cases', 'common']);
  const format = useFormat();
  const name = fullName(item.case.pat_firstname, item.case.pat_lastname) || t('list.noPatient');
  const settings = {
    locale: i18n.language.toLowerCase(),
    firstDayOfWeek: firstWeekday(i18n.language as Language),
    weekendDays: [],
    consistentWeeks: true,
  };
  return (
    <CuspModal opened onClose={onClose} title={t('calendar.move')} size={380}>
      <Stack gap="sm">
        <Text size="sm" dir="auto">
          {[name, item.no, format.day(item.deliverydt)].filter(Boolean).join(' · ')}
        </Text>
        <Group justify="center">
          <DatesProvider settings={settings}>
            <DatePicker
              data-autofocus
              defaultDate={item.deliverydt && item.deliverydt > today ? item.deliverydt : today}
              value={item.deliverydt}
              minDate={today}
              highlightToday
              monthLabelFormat={format.month}
              ariaLabels={{ previousMonth: t('common:months.previous'), nextMonth: t('common:months.next') }}
              onChange={(day) => day && day !== item.deliverydt && onDay(day)}
            />
          </DatesProvider>
        </Group>
      </Stack>
    </CuspModal>
  );
}
