import type { ViewFilters } from '@cusp/contract/case-views';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { found } from '../../platform/http/refusal.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

interface ViewRow {
  id: number;
  owner_id: number;
  name: string;
  filters: ViewFilters;
  group_id: number | null;
  owner: PersonRow | null;
}

/**
 * The views that a person sees: their own, and those shared with their group by its members. A view that was shared
 * with an earlier group of its owner stays private in the next one.
 */
const viewsVisibleTo = (userId: number, groupId: number | null): RawBuilder<boolean> => sql<boolean>`(
  case_view.owner_id = ${userId}
  or (case_view.group_id = ${groupId} and case_view.owner_id = any(${circleOf(userId)}))
)`;

/** Own views first, in their order, then those of others by name of their owner. */
export async function viewsOf(db: DbOrTx, userId: number, groupId: number | null): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select case_view.id, case_view.owner_id, case_view.name, case_view.filters, case_view.group_id,
      ${personJson('owner')} as owner
    from case_view join app_user as owner on owner.id = case_view.owner_id
    where ${viewsVisibleTo(userId, groupId)} and owner.deleted_at is null
    order by case_view.owner_id <> ${userId}, owner.last_name, owner.first_name, case_view.owner_id,
      case_view.position, case_view.id
  `.execute(db);
  return rows;
}

/** Locks a visible view; throws `not_found` otherwise. */
export async function lockView(tx: Tx, userId: number, groupId: number | null, id: number) {
  return found(
    await tx
      .selectFrom('case_view')
      .select(['id', 'owner_id', 'group_id'])
      .where('id', '=', id)
      .where(viewsVisibleTo(userId, groupId))
      .forUpdate()
      .executeTakeFirst(),
  );
}

/** Locks a person's views against concurrent additions and orders. */
export async function lockViewsOf(
  tx: Tx,
  userId: number,
): Promise<{ id: number; position: number; group_id: number | null }[]> {
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  return tx
    .selectFrom('case_view')
    .select(['id', 'position', 'group_id'])
    .where('owner_id', '=', userId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}
