import { recipientCalendar } from '@cusp/contract/work-calendar.routes';
import { arrivalOf, planOf, type WorkCalendar } from '@cusp/dental/appointments';
import { lastOrderDay } from '@cusp/dental/completeness';
import { dayAt, endOf, haveSameTime, placeOfZone } from '@cusp/text/zones';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { localTimeZone, useQuarterHour, useToday } from '../../../client/local-time.ts';
import { useCall } from '../../../client/use-call.ts';
import { DayField } from '../../../ui/days/DayField.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { FIELD } from '../field-ids.ts';
import classes from './fields.module.css';

/** A recipient's working days; undefined while loading, because the form does not wait for them. */
export function useRecipientCalendar(recipientId: number | null): WorkCalendar | undefined {
  const { data } = useCall(
    recipientCalendar,
    { params: { id: recipientId ?? 0 } },
    ['recipients', 'calendar', recipientId],
    { enabled: recipientId !== null, retry: false },
  );
  return data?.calendar;
}

export interface AppointmentProps {
  appointment: string | null;
  /** The lab's working days; null before a recipient is chosen, undefined while loading. */
  calendar: WorkCalendar | null | undefined;
  /** The order has already been sent, so hints about sending are omitted. */
  isSent?: boolean;
  error: string | null;
  onUnread(text: string): void;
  /** The appointment of a sent order, which may stay even if it is implausible. */
  kept?: string | null;
}

interface FieldProps extends AppointmentProps {
  deliveryDate: string | null;
  onChange(day: string | null): void;
  onDelivery(day: string): void;
}

/** The days that an order offers, and the one that a sent order already has. */
export function orderDays(today: string, kept: string | null | undefined) {
  const latest = lastOrderDay(today);
  return { earliest: kept && kept < today ? kept : today, latest: kept && kept > latest ? kept : latest };
}

/** The patient's appointment, with the last day for sending and a proposed delivery date. */
export function AppointmentField({ onChange, error, onUnread, kept, ...advice }: FieldProps) {
  const { t } = useTranslation('new-case');
  const today = useToday();
  return (
    <div>
      <DayField
        id={FIELD.appointment}
        label={t('appointment.label')}
        value={advice.appointment}
        onChange={onChange}
        {...orderDays(today, kept)}
        error={error}
        onUnread={onUnread}
      />
      <div aria-live="polite">
        <Advice {...advice} />
      </div>
    </div>
  );
}

type AdviceProps = Pick<FieldProps, 'appointment' | 'calendar' | 'isSent' | 'deliveryDate' | 'onDelivery'>;

function Advice(props: AdviceProps) {
  const { appointment, calendar, isSent = false, deliveryDate, onDelivery } = props;
  const { t } = useTranslation('new-case');
  const { longDay, day, dateTime } = useFormat();
  const now = useQuarterHour();
  // The lab's day, so that the lab and the clinic see the same once the case is sent.
  const today = dayAt(calendar?.zone ?? localTimeZone(), now);
  if (appointment === null || appointment < today) return null;
  if (calendar === null) return <Line text={t('appointment.chooseRecipient')} />;
  const isDueLate = deliveryDate !== null && deliveryDate >= appointment;
  const dueLate = isDueLate && <Line text={t('appointment.notBefore')} isUrgent />;
  if (calendar === undefined) return dueLate || null;
  const { sendBy, sendUntil, arriveBy } = planOf(appointment, calendar);
  const isLate = sendUntil < today;
  const sendOn = sendBy < today ? sendUntil : sendBy;
  const end = endOf(calendar.zone, sendOn);
  const isElsewhere = !haveSameTime(calendar.zone, localTimeZone(), new Date(end));
  return (
    <>
      {!isSent && (
        <Line
          text={
            isLate
              ? t('appointment.late', { date: longDay(arrivalOf(today, calendar)) })
              : t('appointment.sendBy', {
                  send: longDay(sendOn),
                  day: day(appointment),
                })
          }
          isUrgent={isLate}
        />
      )}
      {!isSent && !isLate && isElsewhere && (
        <Line
          text={t('appointment.here', {
            place: placeOfZone(calendar.zone),
            time: dateTime(end),
          })}
        />
      )}
      {dueLate}
      {arriveBy !== deliveryDate && arriveBy >= today && (
        <div className={classes.quick}>
          <Button size="compact-sm" variant="default" onClick={() => onDelivery(arriveBy)}>
            {t('appointment.deliver', { date: longDay(arriveBy) })}
          </Button>
        </div>
      )}
    </>
  );
}

function Line({ text, isUrgent = false }: { text: string; isUrgent?: boolean }) {
  const Icon = isUrgent ? IconAlertTriangle : IconCalendarEvent;
  return (
    <p className={classes.advice} data-urgent={isUrgent || undefined}>
      <Icon size={16} stroke={1.7} aria-hidden />
      <span>{text}</span>
    </p>
  );
}
