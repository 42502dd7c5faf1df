import type { CaseListItem } from '@cusp/contract/case-list';
import { lastOrderDay } from '@cusp/dental/completeness';
import { fullName } from '@cusp/text/names';
import { Group, Stack, Text } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import { CalendarLanguage, useCalendarLabels } from '../../../ui/days/CalendarLanguage.tsx';
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
  const { t } = useTranslation('cases');
  const format = useFormat();
  const labels = useCalendarLabels();
  const latest = lastOrderDay(today);
  const { deliverydt: before } = item;
  const isOffered = before !== null && before >= today && before <= latest;
  const name = fullName(item.case.pat_firstname, item.case.pat_lastname) || t('list.noPatient');
  return (
    <CuspModal opened onClose={onClose} title={t('calendar.move')} size={380}>
      <Stack gap="sm">
        <Text size="sm" dir="auto">
          <DottedLine facts={[name, item.no, format.day(before)]} />
        </Text>
        <Group justify="center">
          <CalendarLanguage settings={{ weekendDays: [], consistentWeeks: true }}>
            <DatePicker
              data-autofocus
              defaultDate={isOffered ? before : today}
              value={before}
              minDate={today}
              maxDate={latest}
              highlightToday
              {...labels}
              onChange={(day) => day && day !== before && onDay(day)}
            />
          </CalendarLanguage>
        </Group>
      </Stack>
    </CuspModal>
  );
}
