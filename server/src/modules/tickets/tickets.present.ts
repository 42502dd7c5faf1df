import type { Ticket } from '@cusp/contract/tickets';
import { nameOf } from '../people/person.present.ts';
import type { TicketRow } from './tickets.sql.ts';

export const presentTicket = (row: TicketRow): Ticket => ({
  id: row.id,
  recipient: row.recipient,
  title: row.title,
  description: row.description,
  created_by: nameOf(row.by),
  created_date: row.created_at.toISOString(),
  state: row.state,
  attempts: row.attempts,
  sent_date: row.sent_at?.toISOString() ?? null,
});
