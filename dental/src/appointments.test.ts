import { dayAt } from '@cusp/text/zones';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arrivalOf,
  isAtRisk,
  latenessOf,
  planOf,
  USUAL_CALENDAR,
  type WorkCalendar,
} from './appointments.ts';
import { STATUS_CODES } from './case-status.ts';
import { FINISHED } from './due.ts';

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const noon = (day: string) => `${day}T12:00:00Z`;

describe('the plan', () => {
  test('the plan counts working days of the lab back from the appointment', () => {
    expect(planOf('2026-12-10', { ...USUAL_CALENDAR, productionDays: 3, shippingDays: 1 })).toEqual({
      arriveBy: '2026-12-09',
      shipBy: '2026-12-08',
      sendBy: '2026-12-03',
      shipUntil: '2026-12-08',
      sendUntil: '2026-12-03',
    });
  });

  test('closed days and weekends do not count, and what is sent on them is not late', () => {
    const closedDays = ['2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01'];
    const plan = planOf('2027-01-04', { ...USUAL_CALENDAR, closedDays, productionDays: 2, shippingDays: 2 });
    expect(plan).toMatchObject({ arriveBy: '2026-12-30', shipBy: '2026-12-28', sendBy: '2026-12-22' });
    expect(planOf('2026-12-08', { ...USUAL_CALENDAR, productionDays: 1, shippingDays: 0 })).toMatchObject({
      sendBy: '2026-12-04',
      sendUntil: '2026-12-06',
    });
  });

  test('the plan counts over 29 February, changes of clocks, and to the ends of the calendar', () => {
    expect(planOf('2028-03-01', { ...USUAL_CALENDAR, productionDays: 0, shippingDays: 0 }).sendBy).toBe(
      '2028-02-29',
    );
    expect(planOf('2027-03-30', { ...USUAL_CALENDAR, productionDays: 1, shippingDays: 1 }).sendBy).toBe(
      '2027-03-25',
    );
    expect(planOf('9999-12-31', USUAL_CALENDAR).arriveBy).toBe('9999-12-30');
    expect(planOf('0001-01-02', USUAL_CALENDAR).sendBy).toBe('0001-01-01');
  });
});

describe('who is late', () => {
  const calendar = { ...USUAL_CALENDAR, productionDays: 3, shippingDays: 1 };
  const late = (
    status: 'OPEN' | 'PROC' | 'COMP',
    readyOn: string | null,
    today: string,
    shippedOn: string | null = null,
  ) => {
    const sent = { status, ready: readyOn && noon(readyOn), shipped: shippedOn && noon(shippedOn) };
    return latenessOf(sent, '2026-12-10', calendar, new Date(noon(today)));
  };

  test('the clinic is late while scans are missing after the last day for sending', () => {
    expect(late('OPEN', null, '2026-12-03')).toEqual({ clinic: 0, lab: 0 });
    expect(late('PROC', null, '2026-12-07')).toEqual({ clinic: 2, lab: 0 });
  });

  test('the lab is late if it has everything and does not begin or ship in time', () => {
    expect(late('OPEN', '2026-12-01', '2026-12-07')).toEqual({ clinic: 0, lab: 2 });
    expect(late('PROC', '2026-12-01', '2026-12-08')).toEqual({ clinic: 0, lab: 0 });
    expect(late('PROC', '2026-12-01', '2026-12-10')).toEqual({ clinic: 0, lab: 2 });
  });

  test('neither side is late once the work was shipped in time, else each side for its part of the delay', () => {
    expect(late('PROC', '2026-12-01', '2026-12-11', '2026-12-08')).toEqual({ clinic: 0, lab: 0 });
    expect(late('PROC', '2026-12-07', '2026-12-11', '2026-12-08')).toEqual({ clinic: 0, lab: 0 });
    expect(late('PROC', '2026-12-01', '2026-12-11', '2026-12-09')).toEqual({ clinic: 0, lab: 1 });
    expect(late('PROC', '2026-12-07', '2026-12-11', '2026-12-11')).toEqual({ clinic: 2, lab: 1 });
    expect(late('PROC', null, '2026-12-11', '2026-12-09')).toEqual({ clinic: 1, lab: 0 });
  });

  test('both sides can be late, each for its own days, and neither once the work is completed', () => {
    expect(late('PROC', '2026-12-07', '2026-12-11')).toEqual({ clinic: 2, lab: 1 });
    expect(late('OPEN', '2026-12-04', '2026-12-08')).toEqual({ clinic: 1, lab: 2 });
    expect(late('COMP', '2026-12-07', '2026-12-30')).toEqual({ clinic: 0, lab: 0 });
  });
});

describe('whose day counts', () => {
  // Thursday, 20:00 in Los Angeles, is Friday, 5:00 in Berlin.
  const sent = { status: 'PROC', ready: '2026-12-04T04:00:00Z', shipped: null } as const;
  const labIn = (zone: string) => ({ ...USUAL_CALENDAR, zone, productionDays: 3, shippingDays: 1 });

  test('lateness counts days in the time zone of the lab', () => {
    const now = new Date('2026-12-04T08:30:00Z');
    expect(latenessOf(sent, '2026-12-10', labIn('Europe/Berlin'), now)).toEqual({ clinic: 1, lab: 0 });
    expect(latenessOf(sent, '2026-12-10', labIn('America/Los_Angeles'), now)).toEqual({ clinic: 0, lab: 0 });
  });

  test('a case is at risk from midnight in the lab’s time zone, across clock changes, and in UTC if the zone is unknown', () => {
    const limits = { appointment: '2027-04-01', sendUntil: '2027-03-28', shipUntil: '2027-03-30' };
    const isLate = (zone: string, now: string) =>
      isAtRisk(
        { status: 'OPEN', ready: '2027-03-01T10:00:00Z', shipped: null },
        { ...limits, zone },
        new Date(now),
      );
    // In Berlin the clocks go forward on March 28, so that it ends an hour earlier.
    expect(isLate('Europe/Berlin', '2027-03-28T21:59:59Z')).toBe(false);
    expect(isLate('Europe/Berlin', '2027-03-28T22:00:00Z')).toBe(true);
    expect(isLate('Asia/Calcutta', '2027-03-28T18:30:00Z')).toBe(true);
    expect(isLate('Asia/Kolkata', '2027-03-28T18:29:59Z')).toBe(false);
    expect(isLate('Mars/Olympus', '2027-03-28T23:59:59Z')).toBe(false);
    expect(isLate('Mars/Olympus', '2027-03-29T00:00:00Z')).toBe(true);
  });
});

const near = fc.integer({ min: -60, max: 60 }).map((days) => dayAfter('2028-02-29', days));
const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'Pacific/Kiritimati',
  'Asia/Kolkata',
);
const moments = fc.date({
  min: new Date('2027-12-31T00:00:00Z'),
  max: new Date('2028-04-29T00:00:00Z'),
  noInvalidDate: true,
});
const calendars: fc.Arbitrary<WorkCalendar> = fc.record({
  zone: zones,
  workDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  closedDays: fc.array(near, { maxLength: 20 }),
  productionDays: fc.integer({ min: 0, max: 15 }),
  shippingDays: fc.integer({ min: 0, max: 5 }),
});

test('a case that is sent on the last day arrives before the appointment, and a day later it does not', () => {
  fc.assert(
    fc.property(near, calendars, (appointment, calendar) => {
      const { sendUntil, arriveBy } = planOf(appointment, calendar);
      const takes = calendar.productionDays + calendar.shippingDays;
      expect(arrivalOf(sendUntil, calendar) < appointment || takes === 0).toBe(true);
      expect(arriveBy < appointment).toBe(true);
      expect(arrivalOf(dayAfter(sendUntil, 1), calendar) > arriveBy).toBe(true);
    }),
  );
});

test('the lateness of both sides adds up to that of the arrival, and is the condition of lists', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...STATUS_CODES),
      fc.option(moments),
      fc.option(moments),
      near,
      moments,
      calendars,
      (status, moment, sentAt, appointment, now, calendar) => {
        const notLater = (at: Date | null) => (at !== null && at > now ? now : at);
        const [readyAt, shippedAt] = [notLater(moment), notLater(sentAt)];
        const shippedOn = shippedAt && dayAt(calendar.zone, shippedAt);
        const [today, readyOn] = [dayAt(calendar.zone, now), readyAt && dayAt(calendar.zone, readyAt)];
        const sent = {
          status,
          ready: readyAt?.toISOString() ?? null,
          shipped: shippedAt?.toISOString() ?? null,
        };
        const { clinic, lab } = latenessOf(sent, appointment, calendar, now);
        const plan = planOf(appointment, calendar);
        expect(isAtRisk(sent, { appointment, ...plan, zone: calendar.zone }, now)).toBe(
          clinic + lab > 0 && today <= appointment,
        );
        if (FINISHED.some((each) => each === status)) return;
        const { productionDays, shippingDays } = calendar;
        const takes = (from: string, days: number) =>
          arrivalOf(from, { ...calendar, productionDays: days, shippingDays: 0 });
        const late = (arrival: string) => {
          let count = 0;
          for (let at = takes(plan.arriveBy, 1); at <= arrival && count < 500; count += 1) at = takes(at, 1);
          return count;
        };
        expect(Math.min(clinic, lab)).toBeGreaterThanOrEqual(0);
        if (shippedOn) {
          expect(clinic + lab).toBe(late(takes(shippedOn, calendar.shippingDays)));
          return;
        }
        const isInWork = readyOn !== null && (status === 'PROC' || status === 'REOP');
        const begun = isInWork ? (readyOn > plan.sendUntil ? readyOn : plan.sendBy) : today;
        const shipped = takes(begun, productionDays);
        const arrival = takes(isInWork && today > shipped ? today : shipped, shippingDays);
        expect(clinic + lab).toBe(late(arrival));
      },
    ),
  );
});
