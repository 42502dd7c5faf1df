import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import { hasLostJob } from '../../platform/jobs/lost-job.sql.ts';
import { createRenderMail } from '../../platform/mail/render-mail.ts';
import { createSendMail } from '../../platform/mail/transport.ts';
import type { Services } from '../../platform/services.ts';

/** Failed attempts after which a ticket counts as failed and a person has to try again; less than the queue makes. */
export const TICKET_ATTEMPTS = 5;

/** Sends the mails of tickets, and stores the outcome of each delivery. */
export async function workTickets(services: Services): Promise<void> {
  const deliver = createDeliverTicket(services);
  await services.jobs.work('ticket-mail', ({ ticketId }) => deliver(ticketId));
}

/**
 * Sends the mail of a queued ticket. A failure is thrown, so that the queue retries, until the last attempt. If a
 * process dies between sending and recording, the mail is sent twice rather than lost.
 */
export function createDeliverTicket(services: Services): (ticketId: number) => Promise<void> {
  const { db, log } = services;
  const render = createRenderMail(services.config);
  const send = createSendMail(services.config);
  return async (ticketId) => {
    const ticket = await db
      .selectFrom('ticket')
      .innerJoin('app_user', 'app_user.id', 'ticket.created_by')
      .selectAll('ticket')
      .select(['app_user.first_name', 'app_user.last_name', 'app_user.email'])
      .where('ticket.id', '=', ticketId)
      .where('ticket.state', '=', 'queued')
      .executeTakeFirst();
    if (!ticket) return;
    try {
      await send(
        await render({
          template: 'ticket',
          to: ticket.recipient,
          userId: null,
          language: ticket.language,
          brand: ticket.brand,
          params: {
            title: ticket.title,
            message: ticket.description,
            sender: fullName(ticket.first_name, ticket.last_name),
            email: ticket.email,
            number: String(ticketId),
            link: '/adm/registration/tickets',
          },
        }),
      );
    } catch (error) {
      const { attempts } = await db
        .updateTable('ticket')
        .set((eb) => ({
          attempts: eb('attempts', '+', 1),
          state: sql<
            'queued' | 'failed'
          >`case when attempts + 1 >= ${TICKET_ATTEMPTS}::int then 'failed' else 'queued' end`,
          failed_at: sql<Date>`now()`,
        }))
        .where('id', '=', ticketId)
        .returning('attempts')
        .executeTakeFirstOrThrow();
      if (attempts < TICKET_ATTEMPTS) throw error;
      log.error({ err: error, ticketId }, 'the mail of a ticket could not be sent');
      return;
    }
    await db
      .updateTable('ticket')
      .set({ state: 'sent', sent_at: sql<Date>`now()` })
      .where('id', '=', ticketId)
      .execute();
  };
}

/** Tickets whose delivery was lost: staff see them as failed and can send them again. */
export async function failLostTickets({ db, log }: Services): Promise<void> {
  const lost = await db
    .updateTable('ticket')
    .set({ state: 'failed', failed_at: sql<Date>`now()` })
    .where('state', '=', 'queued')
    .where(hasLostJob('ticket-mail', 'ticketId', sql.ref<number>('ticket.id')))
    .returning('id')
    .execute();
  for (const { id: ticketId } of lost) log.error({ ticketId }, 'the delivery of a ticket was lost');
}
