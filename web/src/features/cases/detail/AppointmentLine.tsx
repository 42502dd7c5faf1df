import type { CaseDetail } from '@cusp/contract/cases';
import { arrivalOf, hasBegun, latenessOf, planOf } from '@cusp/dental/appointments';
import { FINISHED } from '@cusp/dental/due';
import { dayAt, endOf, haveSameTime, placeOfZone } from '@cusp/text/zones';
import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { localTimeZone, useQuarterHour } from '../../../client/local-time.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { daysBetween } from '../case-facts.ts';
import classes from './order-slip.module.css';

/** Dates that are further away are shown with their year. */
const FAR_DAYS = 180;

/**
 * The patient's appointment with the delivery date, and the next step or who is late; renders nothing without an
 * appointment.
 */
export function AppointmentLine({ dentalCase }: { dentalCase: CaseDetail }) {
  const { t } = useTranslation('cases');
  const { day, longDay } = useFormat();
  const now = useQuarterHour();
  const { appointment, deliverydt, anchor } = dentalCase;
  const { zone } = anchor.calendar;
  const today = dayAt(zone, now);
  const late = useLateSides(dentalCase, now);
  const next = useNextStep(dentalCase, today);
  if (appointment === null) return null;
  const dateOf = (date: string) =>
    Math.abs(daysBetween(today, date)) < FAR_DAYS ? longDay(date) : day(date);
  const isLate = late.length > 0;
  // Time zones that agree now may differ after a change to summer time.
  const isElsewhere = [now, new Date(endOf(zone, appointment))].some(
    (moment) => !haveSameTime(zone, localTimeZone(), moment),
  );
  const Icon = isLate ? IconAlertTriangle : IconCalendarEvent;
  return (
    <section
      className={classes.appointment}
      aria-label={t('detail.appointment')}
      data-late={isLate || undefined}
    >
      <Icon className={classes.sign} size={18} stroke={1.7} aria-hidden />
      <div>
        <p className={classes.dates}>
          <strong>{t('appointment.title', { date: dateOf(appointment) })}</strong>
          {deliverydt && <span>{t('appointment.due', { date: dateOf(deliverydt) })}</span>}
        </p>
        {(isLate && !anchor.shipped ? late : [...late, next]).map((line) => (
          <p key={line} className={classes.next}>
            {line}
          </p>
        ))}
        {!isFinished(dentalCase) && isElsewhere && (
          <p className={classes.zone}>{t('appointment.zone', { place: placeOfZone(zone) })}</p>
        )}
      </div>
    </section>
  );
}

const isFinished = ({ status }: CaseDetail) => FINISHED.some((code) => code === status.code);

/** How late each side is, one sentence for each. */
function useLateSides(dentalCase: CaseDetail, now: Date): string[] {
  const { t } = useTranslation('cases');
  const { longDay } = useFormat();
  const { appointment, anchor, status, deliverydt } = dentalCase;
  if (appointment === null || isFinished(dentalCase)) return [];
  const { ready, shipped, calendar } = anchor;
  const sides = latenessOf({ status: status.code, ready, shipped }, appointment, calendar, now);
  const dayOf = (moment: Date | string) => dayAt(calendar.zone, moment);
  const sentOn = dayOf(dentalCase.published_date);
  const clinic = () => {
    if (ready === null) return t('appointment.scansMissing', { date: longDay(sentOn) });
    return t(dayOf(ready) > sentOn ? 'appointment.scansLate' : 'appointment.sentLate', {
      count: sides.clinic,
    });
  };
  const lab = () => {
    if (shipped) return 'appointment.labShippedLate';
    return hasBegun(status.code) ? 'appointment.labBehind' : 'appointment.labNotBegun';
  };
  return [
    dayOf(now) > appointment && !shipped && t('appointment.passed'),
    sides.clinic > 0 && clinic(),
    sides.lab > 0 && t(lab(), { count: sides.lab }),
    deliverydt !== null && deliverydt >= appointment && t('appointment.dueLate'),
  ].filter((line) => line !== false);
}

/** The next step, and its deadline. */
function useNextStep(dentalCase: CaseDetail, today: string): string {
  const { t } = useTranslation('cases');
  const { longDay } = useFormat();
  const { appointment, anchor, status } = dentalCase;
  if (appointment === null) return '';
  if (isFinished(dentalCase)) return t(today > appointment ? 'appointment.passed' : 'appointment.completed');
  const { calendar, shipped } = anchor;
  if (shipped) {
    const shippedOn = dayAt(calendar.zone, shipped);
    const arrival = arrivalOf(shippedOn, { ...calendar, productionDays: 0 });
    return t('appointment.shipped', { date: longDay(shippedOn), arrival: longDay(arrival) });
  }
  const { sendBy, shipBy } = planOf(appointment, calendar);
  if (anchor.ready === null) return t('appointment.scansBy', { date: longDay(sendBy) });
  return hasBegun(status.code)
    ? t('appointment.shipBy', { date: longDay(shipBy) })
    : t('appointment.sendBy', { date: longDay(sendBy) });
}
