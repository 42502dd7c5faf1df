import { dayAt } from '@cusp/text/zones';
import type { StatusCode } from './case-status.ts';
import { FINISHED } from './due.ts';

/** Working days of a lab and the time its work takes. Days are `YYYY-MM-DD`. */
export interface WorkCalendar {
  /** IANA name of the time zone of its days. */
  zone: string;
  /** Weekdays on which it works, 1 for Monday to 7 for Sunday; at least one. */
  workDays: readonly number[];
  /** Other days on which it does not work, such as public holidays. */
  closedDays: readonly string[];
  /** Working days from the day of sending until the work is shipped. */
  productionDays: number;
  /** Working days from shipping until it is at the clinic. */
  shippingDays: number;
}

export const USUAL_CALENDAR: WorkCalendar = {
  zone: 'UTC',
  workDays: [1, 2, 3, 4, 5],
  closedDays: [],
  productionDays: 5,
  shippingDays: 2,
};

/** The last days of each step so that the work is at the clinic before the day of the appointment. */
interface AppointmentPlan {
  /** Working days on which the case is sent, the work shipped, and delivered. */
  sendBy: string;
  shipBy: string;
  arriveBy: string;
  /** `sendBy` and `shipBy` plus the free days that follow, because waiting over those loses no working day. */
  sendUntil: string;
  shipUntil: string;
}

/** A sent case with an appointment. */
interface AnchoredCase {
  status: StatusCode;
  /** When the lab had the order and all scans, ISO 8601; null while scans are missing. */
  ready: string | null;
  /** When the lab noted its last shipment, ISO 8601; null before, and again once the case was reopened. */
  shipped: string | null;
}

/** Number of working days by which each side is late. */
interface Lateness {
  clinic: number;
  lab: number;
}

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3;
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayOf = (number: number): string =>
  new Date(Math.min(Math.max(number, FIRST_DAY), LAST_DAY) * DAY_MS).toISOString().slice(0, 10);

/** Working days of a lab, with days as numbers. */
function workDaysOf({ workDays, closedDays }: WorkCalendar) {
  const closed = new Set(closedDays.map(numberOf));
  const isWorkDay = (number: number) =>
    workDays.includes(((((number + FIRST_WEEKDAY) % 7) + 7) % 7) + 1) && !closed.has(number);
  /** The working day a number of working days after a day, or before it if the number is negative. */
  const step = (from: number, count: number): number => {
    const direction = Math.sign(count);
    let at = from;
    for (let left = Math.abs(count); left > 0; ) {
      at += direction;
      if (at <= FIRST_DAY || at >= LAST_DAY) break;
      if (isWorkDay(at)) left -= 1;
    }
    return at;
  };
  /** Working days after a day until another one, with that one; 0 if it is not later. */
  const between = (after: number, until: number): number => {
    let count = 0;
    for (let at = after + 1; at <= until; at += 1) if (isWorkDay(at)) count += 1;
    return count;
  };
  return { step, between };
}

/** Counted backwards from the day of the appointment. */
export function planOf(appointment: string, calendar: WorkCalendar): AppointmentPlan {
  const { step } = workDaysOf(calendar);
  const arrive = step(numberOf(appointment), -1);
  const ship = step(arrive, -calendar.shippingDays);
  const send = step(ship, -calendar.productionDays);
  return {
    sendBy: dayOf(send),
    shipBy: dayOf(ship),
    arriveBy: dayOf(arrive),
    sendUntil: dayOf(step(send, 1) - 1),
    shipUntil: dayOf(step(ship, 1) - 1),
  };
}

/** The day on which work ordered on a given day arrives at the clinic. */
export function arrivalOf(sentOn: string, calendar: WorkCalendar): string {
  const { productionDays, shippingDays } = calendar;
  return dayOf(workDaysOf(calendar).step(numberOf(sentOn), productionDays + shippingDays));
}

const isFinished = (status: StatusCode) => FINISHED.some((each) => each === status);
export const hasBegun = (status: StatusCode) => status === 'PROC' || status === 'REOP';

interface Limits extends Pick<AppointmentPlan, 'sendUntil' | 'shipUntil'> {
  appointment: string;
  /** The time zone of the lab. */
  zone: string;
}

/**
 * Whether the lab's usual time no longer suffices: the case became complete too late, or the lab has not begun or
 * shipped in time. A case shipped in time is not at risk, whatever was late before, and neither is one whose
 * appointment has passed. Days are those of the lab, so that both sides see the same. Lists use the same condition,
 * `isAtRisk` in the server.
 */
export function isAtRisk(
  { status, ready, shipped }: AnchoredCase,
  { appointment, sendUntil, shipUntil, zone }: Limits,
  now: Date,
): boolean {
  const today = dayAt(zone, now);
  if (isFinished(status) || today > appointment) return false;
  if (shipped && dayAt(zone, shipped) <= shipUntil) return false;
  const readyOn = ready === null ? today : dayAt(zone, ready);
  return readyOn > sendUntil || today > (hasBegun(status) ? shipUntil : sendUntil);
}

/**
 * Number of working days by which each side is late. Their sum is the delay of the work if it continues normally from
 * today, or its actual delay once it is shipped, because the lab gets one more day for each day that the clinic is
 * late.
 */
export function latenessOf(
  { status, ready, shipped }: AnchoredCase,
  appointment: string,
  calendar: WorkCalendar,
  now: Date,
): Lateness {
  if (isFinished(status)) return { clinic: 0, lab: 0 };
  const { sendBy, shipBy } = planOf(appointment, calendar);
  const { step, between } = workDaysOf(calendar);
  const [send, today] = [numberOf(sendBy), numberOf(dayAt(calendar.zone, now))];
  const readyOn = ready === null ? today : Math.min(numberOf(dayAt(calendar.zone, ready)), today);
  const clinic = between(send, readyOn);
  const ship = clinic === 0 ? numberOf(shipBy) : step(readyOn, calendar.productionDays);
  if (shipped) {
    const shippedOn = numberOf(dayAt(calendar.zone, shipped));
    const lab = between(ship, shippedOn);
    // The lab may have made up for days that the clinic was late.
    return { clinic: between(numberOf(shipBy), shippedOn) - lab, lab };
  }
  if (ready === null) return { clinic, lab: 0 };
  if (!hasBegun(status)) return { clinic, lab: between(Math.max(send, readyOn), today) };
  return { clinic, lab: between(ship, today) };
}
