import * as z from 'zod';
import { MailPace } from './accounts.ts';
import { RegCustomer } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { CountedPage, listQuery } from './staff-lists.ts';
import * as routes from './staff-registrations.routes.ts';
import { Done, Id, Moment } from './wire.ts';

/** A registration whose link has not been clicked yet. */
export const WaitingRegistration = z.object({
  id: z.number().int(),
  device: z.object({
    id: z.number().int(),
    udi: z.string(),
    serial_no: z.string(),
    model: z.string(),
    /** `taken`: another customer has confirmed their registration of the same device first. */
    state: z.enum(['free', 'taken', 'blocked']),
  }),
  customer: RegCustomer.extend({ user_id: z.number().int() }),
  asked_date: Moment,
  /** When the link was last mailed; null if it could not be mailed yet. */
  mailed_date: Moment.nullable(),
  /** Until when the link works; null without one. */
  link_until: Moment.nullable(),
});
export type WaitingRegistration = z.infer<typeof WaitingRegistration>;

export const listUserRegistrations = endpoint(routes.listUserRegistrations, {
  summary: 'Registrations of scanners that wait for the confirmation of their customer',
  query: listQuery(routes.USER_REGISTRATION_SORTS, routes.USER_REGISTRATIONS_DEFAULT_SORT),
  reply: z.object({ registrations: z.array(WaitingRegistration), page: CountedPage }),
});

export const resendUserRegistration = endpoint(routes.resendUserRegistration, {
  summary: 'Mail the confirmation link of a waiting registration again; earlier links stop working',
  params: z.object({ id: Id }),
  reply: MailPace,
});

export const discardUserRegistration = endpoint(routes.discardUserRegistration, {
  summary: 'Discard a waiting registration; its link stops working',
  params: z.object({ id: Id }),
  reply: Done,
});
