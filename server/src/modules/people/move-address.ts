import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { pairKey } from './pair-key.ts';

interface Moved {
  id: number;
  /** Keys of the old and of the new address. */
  from: string;
  to: string;
  email: string;
}

/**
 * Moves connections and memberships, which refer to people by address too, to a new address. Entries waiting under the
 * new address for the person, or for people who are already connected, are removed.
 */
export async function moveAddress(tx: Tx, { id, from, to, email }: Moved): Promise<void> {
  const connections = await tx
    .selectFrom('connection')
    .selectAll()
    .where((row) => row.or([row('owner_id', '=', id), row('user_id', '=', id)]))
    .forUpdate()
    .execute();
  for (const row of connections) {
    const other = row.pair_key.split(' ').find((key) => key !== from) ?? from;
    if (other === to) {
      await tx.deleteFrom('connection').where('id', '=', row.id).execute();
      continue;
    }
    const pair_key = pairKey(other, to);
    await tx
      .deleteFrom('connection')
      .where('pair_key', '=', pair_key)
      .where('user_id', 'is', null)
      .where('id', '!=', row.id)
      .execute();
    await tx
      .updateTable('connection')
      .set({ pair_key, ...(row.user_id === id ? { email, email_key: to } : {}) })
      .where('id', '=', row.id)
      .execute();
  }
  const known = sql<boolean>`(
    exists (select from share_group where share_group.id = group_member.group_id and owner_id = ${id})
    or exists (
      select from group_member as own where own.group_id = group_member.group_id and own.user_id = ${id}
    )
  )`;
  await tx
    .deleteFrom('group_member')
    .where('email_key', '=', to)
    .where('user_id', 'is', null)
    .where(known)
    .execute();
  await tx.updateTable('group_member').set({ email, email_key: to }).where('user_id', '=', id).execute();
}
