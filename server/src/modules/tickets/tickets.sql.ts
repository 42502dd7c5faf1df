import type { TICKET_SORTS } from '@cusp/contract/tickets.routes';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { TicketTable } from '../../platform/db/tables/staff-work.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';
import { type LongList, listCount } from '../staff-lists/long-list.sql.ts';

export type TicketRow = Selectable<TicketTable> & { by: PersonRow | null };

/** As the indexes of `ticket` have them. */
const SORTS: Record<(typeof TICKET_SORTS)[number], RawBuilder<unknown>> = {
  created: sql`created_at`,
  title: sql`fold(title)`,
  recipient: sql`recipient`,
  state: sql`state`,
};

export const ticketList = (db: DbOrTx): LongList => ({
  table: sql`ticket`,
  where: [sql<boolean>`true`],
  searched: sql`search`,
  sorts: SORTS,
  count: () => listCount(db, 'tickets'),
});

export const ticketsOf = (db: DbOrTx, ids: readonly number[]): Promise<TicketRow[]> =>
  db
    .selectFrom('ticket')
    .leftJoin('app_user as person', 'person.id', 'ticket.created_by')
    .selectAll('ticket')
    .select(personJson('person').as('by'))
    .where('ticket.id', 'in', [0, ...ids])
    .execute();
