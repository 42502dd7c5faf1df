import type { startExport as endpoint, ListExport } from '@cusp/contract/list-exports';
import { EXPORTS_AT_ONCE } from '@cusp/contract/list-exports.routes';
import { mayEnter } from '@cusp/contract/staff.routes';
import { type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import type { ListExportTable } from '../../platform/db/tables/staff-work.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { lockPerson } from '../invitations/people.sql.ts';
import { pageOfIds } from '../staff-lists/long-list.sql.ts';
import { type ExportKind, type ExportKinds, fittingWish } from './export-kind.ts';

type Body = z.output<typeof endpoint.body>;

/** The kind of a list; refuses those who may not read the list. */
export function requireFlags(kinds: ExportKinds, actor: Actor, list: string): ExportKind {
  const kind = kinds[list as keyof ExportKinds];
  if (!mayEnter(actor.staffFlags ?? [], kind.flags)) throw new Refusal('forbidden');
  return kind;
}

/** Queues an export. If the same one is already running, returns that; a person has three at most. */
export async function startExport(
  services: Services,
  actor: Actor,
  kinds: ExportKinds,
  { list, ...asked }: Body,
): Promise<ListExport> {
  const kind = requireFlags(kinds, actor, list);
  const wish = fittingWish(kind, services.db, asked);
  const { total } = await pageOfIds(services.db, kind.list(services.db), {
    ...wish,
    page: 1,
    num_per_page: 1,
  });
  return inTransaction(services, actor, async (work) => {
    // Serialises two concurrent clicks.
    await lockPerson(work.tx, actor.userId);
    const going = await work.tx
      .selectFrom('list_export')
      .selectAll()
      .where('created_by', '=', actor.userId)
      .where('state', 'in', ['queued', 'running'])
      .where('expires_at', '>', sql<Date>`now()`)
      .execute();
    const same = going.find(
      (each) => each.list === list && each.query.search === wish.search && each.query.sort === wish.sort,
    );
    if (same) return presentExport(kinds, same);
    if (going.length >= EXPORTS_AT_ONCE) throw new Refusal('too_many_exports');
    const row = await work.tx
      .insertInto('list_export')
      .values({
        list,
        query: JSON.stringify(wish),
        created_by: actor.userId,
        rows_total: total,
        problem: null,
        bytes: null,
        done_at: null,
        expires_at: sql<Date>`now() + interval '1 day'`,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await work.enqueue('list-export', { exportId: row.id }, { personId: actor.userId });
    return presentExport(kinds, row);
  });
}

export const presentExport = (kinds: ExportKinds, row: Selectable<ListExportTable>): ListExport => ({
  id: row.id,
  list: row.list as ListExport['list'],
  filename: kinds[row.list as keyof ExportKinds].filename,
  state: row.state as ListExport['state'],
  problem: row.problem as ListExport['problem'],
  rows_done: row.rows_done,
  rows_total: Math.max(row.rows_total, row.rows_done),
  created_date: row.created_at.toISOString(),
  until: row.state === 'done' ? row.expires_at.toISOString() : null,
});
