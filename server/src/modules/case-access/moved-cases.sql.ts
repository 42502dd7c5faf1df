import type { DbOrTx } from '../../platform/db/database.ts';

/** Whether any person has moved between the regions: only then do people of one have cases in the other. */
export async function haveCasesMoved(db: DbOrTx): Promise<boolean> {
  const moved = await db
    .selectFrom('region_move')
    .select('id')
    .where('committed_at', 'is not', null)
    .union(db.selectFrom('region_import').select('move_id as id').where('step', '=', 'arrived'))
    .limit(1)
    .executeTakeFirst();
  return moved !== undefined;
}
