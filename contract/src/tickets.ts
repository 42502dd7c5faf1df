import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Email } from './identity.ts';
import { CountedPage, listQuery } from './staff-lists.ts';
import * as routes from './tickets.routes.ts';
import { Id, line, Moment, text } from './wire.ts';

export const Ticket = z.object({
  id: z.number().int(),
  recipient: z.string(),
  title: z.string(),
  description: z.string(),
  /** '' if it is no longer known. */
  created_by: z.string(),
  created_date: Moment,
  /** `queued` until the mail is sent; `failed` when no further attempt follows. */
  state: z.enum(['queued', 'sent', 'failed']),
  /** Attempts that failed while it was queued. */
  attempts: z.number().int(),
  sent_date: Moment.nullable(),
});
export type Ticket = z.infer<typeof Ticket>;

export const listTickets = endpoint(routes.listTickets, {
  summary: 'Tickets that staff sent to support, and who may receive one',
  query: listQuery(routes.TICKET_SORTS, routes.TICKETS_DEFAULT_SORT),
  reply: z.object({
    tickets: z.array(Ticket),
    page: CountedPage,
    /** The recipient of a new ticket unless another one is typed. */
    support_email: z.string(),
    /** Further recipients: addresses, or `@domain` for all of a domain. */
    allowed_recipients: z.array(z.string()),
  }),
});

export const newTicket = endpoint(routes.newTicket, {
  summary: 'Send a ticket to support by mail; again with the same `key` it answers the same ticket',
  body: z.object({
    recipient: Email,
    title: line(routes.TICKET_LIMITS.title).pipe(z.string().min(1)),
    description: text(routes.TICKET_LIMITS.description).pipe(z.string().min(1)),
    /** Each form creates its own, so that a double click sends one mail. */
    key: z.uuid().optional(),
  }),
  reply: Ticket,
  perMinute: 20,
});

export const retryTicket = endpoint(routes.retryTicket, {
  summary: 'Queue the mail of a failed ticket again',
  params: z.object({ id: Id }),
  reply: Ticket,
  perMinute: 20,
});
