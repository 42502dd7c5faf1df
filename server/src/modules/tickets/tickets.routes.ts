import * as contract from '@cusp/contract/tickets';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { countedPage, inOrder, pageOfIds } from '../staff-lists/long-list.sql.ts';
import { retryTicket, sendTicket } from './send-ticket.ts';
import { presentTicket } from './tickets.present.ts';
import { ticketList, ticketsOf } from './tickets.sql.ts';

export function registerTicketsRoutes(app: FastifyInstance, services: Services): void {
  const { db, config } = services;
  serve(app, contract.listTickets, async ({ query }) => {
    const page = await pageOfIds(db, ticketList(db), query);
    const tickets = inOrder(page.ids, await ticketsOf(db, page.ids));
    return {
      tickets: tickets.map(presentTicket),
      page: countedPage(page, query.num_per_page),
      support_email: config.supportEmail,
      allowed_recipients: [...config.ticketRecipients],
    };
  });
  serve(app, contract.newTicket, ({ actor, body }) => sendTicket(services, actor, body));
  serve(app, contract.retryTicket, ({ actor, params }) => retryTicket(services, actor, params.id));
}
