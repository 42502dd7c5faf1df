import { planAppointment } from '../modules/appointments/plan-appointments.ts';
import type { TestApp } from './test-app.ts';

export const WEEK = {
  zone: 'UTC',
  workDays: [1, 2, 3, 4, 5, 6, 7],
  closedDays: [],
  productionDays: 3,
  shippingDays: 1,
};
export type Person = { id: number };

/** The UTC date this many days from now. */
export const day = (more: number) => new Date(Date.now() + more * 86_400_000).toISOString().slice(0, 10);

/** Sets work calendars and appointments, and lists the cases that these make late. */
export const appointmentsOf = (t: TestApp) => ({
  set: async (person: Person, calendar: object, version = 0) =>
    (await t.as(person)).put('/v1/work-calendar/', { calendar, version }),
  planned: async (caseId: number, appointment: string | null, columns: object = {}) => {
    const { db } = t.services;
    await db
      .updateTable('dental_case')
      .set({ appointment, ...columns })
      .where('id', '=', caseId)
      .execute();
    await planAppointment(db, caseId);
  },
  listed: async (person: Person, due = 'risk', zone = 'UTC') =>
    (await (await t.as(person)).get(`/v1/cases/?due=${due}&zone=${zone}&num_per_page=100`)).json().posts,
});
