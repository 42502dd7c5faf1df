import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Day, Id, Version, ZoneName } from './wire.ts';
import * as routes from './work-calendar.routes.ts';

const sorted = <T>(values: T[]): T[] => [...new Set(values)].sort();

/** Working days of a practice and the time its work takes, see `WorkCalendar` in `dental/src/appointments.ts`. */
export const WorkCalendar = z.object({
  zone: ZoneName,
  /** 1 for Monday to 7 for Sunday. */
  workDays: z.array(z.number().int().min(1).max(7)).overwrite(sorted).min(1),
  closedDays: z.array(Day).overwrite(sorted).max(routes.MAX_CLOSED_DAYS),
  productionDays: z.number().int().min(0).max(routes.MAX_PRODUCTION_DAYS),
  shippingDays: z.number().int().min(0).max(routes.MAX_SHIPPING_DAYS),
});
export type WorkCalendar = z.infer<typeof WorkCalendar>;

export const showWorkCalendar = endpoint(routes.showWorkCalendar, {
  summary: 'When one’s practice works and how long its work takes',
  reply: z.object({
    calendar: WorkCalendar,
    /** Whether the practice chose its time zone; otherwise that of its country applies. */
    has_zone: z.boolean(),
    /** The time zones of its country, that of most people first; empty without a country. */
    country_zones: z.array(z.string()),
    /** To be sent with a change. */
    version: z.number().int(),
    may_change: z.boolean(),
  }),
});

export const setWorkCalendar = endpoint(routes.setWorkCalendar, {
  summary: 'Say when one’s practice works and how long its work takes',
  // Without a zone, as pages from before an update send it, the zone stays as it is.
  body: z.object({ calendar: WorkCalendar.partial({ zone: true }), version: Version }),
  reply: z.object({ version: z.number().int() }),
});

export const recipientCalendar = endpoint(routes.recipientCalendar, {
  summary: 'When somebody to whom cases can be sent works, with closed days from today on',
  params: z.object({ id: Id }),
  reply: z.object({ calendar: WorkCalendar }),
});
