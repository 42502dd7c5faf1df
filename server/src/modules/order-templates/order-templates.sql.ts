import type { TemplateFields } from '@cusp/contract/order-templates';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { found } from '../../platform/http/refusal.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

interface TemplateRow {
  id: number;
  owner_id: number;
  name: string;
  fields: TemplateFields;
  group_id: number | null;
  owner: PersonRow | null;
}

/** The templates that a person sees: their own, and those shared with their group by its members. */
const templatesVisibleTo = (userId: number, groupId: number | null): RawBuilder<boolean> => sql<boolean>`(
  order_template.owner_id = ${userId}
  or (order_template.group_id = ${groupId} and order_template.owner_id = any(${circleOf(userId)}))
)`;

/** Own templates first by name, then those of others. */
export async function templatesOf(
  db: DbOrTx,
  userId: number,
  groupId: number | null,
): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select order_template.id, order_template.owner_id, order_template.name, order_template.fields,
      order_template.group_id, ${personJson('owner')} as owner
    from order_template join app_user as owner on owner.id = order_template.owner_id
    where ${templatesVisibleTo(userId, groupId)} and owner.deleted_at is null
    order by order_template.owner_id <> ${userId}, lower(order_template.name), order_template.id
  `.execute(db);
  return rows;
}

/** Locks a visible template; throws `not_found` otherwise. */
export async function lockTemplate(tx: Tx, userId: number, groupId: number | null, id: number) {
  return found(
    await tx
      .selectFrom('order_template')
      .select(['id', 'owner_id', 'group_id'])
      .where('id', '=', id)
      .where(templatesVisibleTo(userId, groupId))
      .forUpdate()
      .executeTakeFirst(),
  );
}

/** The number of a person's templates, locked against concurrent additions. */
export async function countTemplatesOf(tx: Tx, userId: number): Promise<number> {
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom('order_template')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
