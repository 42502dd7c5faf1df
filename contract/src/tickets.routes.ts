import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

const staff = STAFF_AREAS.tickets;

/** Maximum lengths of the texts of a ticket, in characters. */
export const TICKET_LIMITS = { title: 200, description: 10_000 } as const;
export const TICKET_SORTS = ['created', 'title', 'recipient', 'state'] as const;
export const TICKETS_DEFAULT_SORT = 'created desc';

export const listTickets = route({ method: 'GET', path: '/v1/cs/devices/tickets/', access: 'user', staff });
export const newTicket = route({
  method: 'POST',
  path: '/v1/cs/devices/tickets/new/',
  access: 'user',
  staff,
});
export const retryTicket = route({
  method: 'POST',
  path: '/v1/cs/devices/tickets/:id/retry/',
  access: 'user',
  staff,
});
