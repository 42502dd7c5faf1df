import { DRAFT_LIMITS } from '@cusp/contract/limits';
import type { Language } from '@cusp/contract/wire';
import { dateLocale } from '@cusp/text/clock';
import { addDays } from '@cusp/text/dates';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../../ui/days/DayField.tsx';
import { addWorkdays, orNextWorkday, today } from '../../../ui/days/days.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LongTextarea } from '../../../ui/LongTextarea.tsx';
import { FIELD } from '../field-ids.ts';
import type { Edit } from '../form-fields.ts';
import { AppointmentField, type AppointmentProps, orderDays } from './AppointmentField.tsx';
import classes from './fields.module.css';
import { Section } from './Section.tsx';

interface Props {
  deliveryDate: string | null;
  note: string;
  /** A typed note that is too long, '' otherwise. */
  onLongNote(text: string): void;
  edit: Edit;
  error: string | null;
  onUnread(text: string): void;
  /** The date of a sent order, which may stay even if it is implausible. */
  kept?: string | null;
  appointment: AppointmentProps;
}

/** The appointment, the delivery date and the note. */
export function DeliverySection(props: Props) {
  const { deliveryDate, note, onLongNote, edit, error, onUnread, kept, appointment } = props;
  const { t, i18n } = useTranslation('new-case');
  const { day } = useFormat();
  const now = today();
  const choices = [
    { label: t('delivery.workdays', { count: 3 }), day: addWorkdays(now, 3) },
    { label: t('delivery.days', { count: 7 }), day: orNextWorkday(addDays(now, 7)) },
    { label: t('delivery.days', { count: 14 }), day: orNextWorkday(addDays(now, 14)) },
    { label: t('delivery.days', { count: 21 }), day: orNextWorkday(addDays(now, 21)) },
  ];
  const weekday = new Intl.DateTimeFormat(dateLocale(i18n.language as Language), {
    weekday: 'short',
    timeZone: 'UTC',
  });
  const change = (date: string | null) => edit((fields) => ({ ...fields, deliveryDate: date }));
  return (
    <Section title={t('delivery.title')} summary={day(deliveryDate)}>
      <div className={classes.pair}>
        <div className={classes.dates}>
          <AppointmentField
            {...appointment}
            deliveryDate={deliveryDate}
            onChange={(date) => edit((fields) => ({ ...fields, appointment: date }))}
            onDelivery={change}
          />
          <div>
            <DayField
              id={FIELD.delivery}
              label={t('delivery.date')}
              value={deliveryDate}
              onChange={change}
              {...orderDays(now, kept)}
              error={error}
              onUnread={onUnread}
            />
            <div className={classes.quick}>
              {choices.map((choice) => (
                <Button
                  key={choice.day}
                  size="compact-sm"
                  variant={choice.day === deliveryDate ? 'light' : 'default'}
                  aria-pressed={choice.day === deliveryDate}
                  onClick={() => change(choice.day)}
                >
                  {`${choice.label} · ${weekday.format(new Date(choice.day))}`}
                </Button>
              ))}
            </div>
          </div>
        </div>
        <LongTextarea
          id={FIELD.note}
          label={t('delivery.note')}
          description={t('delivery.noteHint')}
          value={note}
          max={DRAFT_LIMITS.note}
          onChange={(event) => {
            const text = event.currentTarget.value.replaceAll('\u0000', '');
            const isLong = text.length > DRAFT_LIMITS.note;
            onLongNote(isLong ? text : '');
            if (!isLong) edit((fields) => ({ ...fields, note: text }));
          }}
          minRows={3}
          maxRows={14}
        />
      </div>
    </Section>
  );
}
