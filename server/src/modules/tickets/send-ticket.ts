import type { newTicket as endpoint } from '@cusp/contract/tickets';
import type * as z from 'zod';
import type { Config } from '../../platform/config/config.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { personById } from '../invitations/people.sql.ts';
import { presentTicket } from './tickets.present.ts';
import { ticketsOf } from './tickets.sql.ts';

type Body = z.output<typeof endpoint.body>;

/** Stores a ticket and queues its mail; a repeated key of the same person returns the existing ticket. */
export function sendTicket(services: Services, actor: Actor, { recipient, title, description, key }: Body) {
  if (!isTicketRecipient(services.config, recipient))
    throw new Refusal('ticket_recipient_not_allowed', 'recipient');
  return inTransaction(services, actor, async (work) => {
    const me = await personById(work.tx, actor.userId);
    const added = await work.tx
      .insertInto('ticket')
      .values({
        created_by: me.id,
        recipient,
        title,
        description,
        language: me.language,
        brand: me.brand,
        key: key ?? null,
      })
      .onConflict((conflict) => conflict.columns(['created_by', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) {
      await work.audit({ action: 'ticket_sent', object: { type: 'ticket', id: added.id } });
      await work.enqueue('ticket-mail', { ticketId: added.id });
    }
    const id = added?.id ?? (await idOfKey(work.tx, me.id, key ?? ''));
    const [row] = await ticketsOf(work.tx, [id]);
    return presentTicket(found(row));
  });
}

async function idOfKey(tx: Parameters<typeof ticketsOf>[0], userId: number, key: string): Promise<number> {
  const { id } = await tx
    .selectFrom('ticket')
    .select('id')
    .where('created_by', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return id;
}

/** Queues the mail of a ticket again after all attempts have failed; concurrent requests send it once. */
export const retryTicket = (services: Services, actor: Actor, id: number) =>
  inTransaction(services, actor, async (work) => {
    const queued = await work.tx
      .updateTable('ticket')
      .set({ state: 'queued', attempts: 0, failed_at: null })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .returning('id')
      .executeTakeFirst();
    const [row] = await ticketsOf(work.tx, [id]);
    const ticket = presentTicket(found(row));
    if (!queued) throw new Refusal('ticket_not_failed');
    await work.audit({ action: 'ticket_sent', object: { type: 'ticket', id }, detail: { again: true } });
    await work.enqueue('ticket-mail', { ticketId: id });
    return ticket;
  });

/**
 * Whether a ticket may go to this address: only to the addresses and domains that the deployment names, so that staff
 * cannot mail strangers in its name. Lookalike letters count as different here, because the mail goes where it is
 * typed.
 */
function isTicketRecipient(config: Config, recipient: string): boolean {
  const address = recipient.toLowerCase();
  return [config.supportEmail, ...config.ticketRecipients]
    .map((allowed) => allowed.toLowerCase())
    .some((allowed) => (allowed.startsWith('@') ? address.endsWith(allowed) : address === allowed));
}
