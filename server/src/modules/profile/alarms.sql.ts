import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Requests waiting for a person's answer: connection requests, group invitations, and the offer to own the group. */
export async function alarmsOf(db: Db, userId: number) {
  const [contacts, invitations] = await Promise.all([
    db
      .selectFrom('connection')
      .innerJoin('app_user as owner', 'owner.id', 'connection.owner_id')
      .select('connection.id')
      .where('connection.user_id', '=', userId)
      .where('connection.status', '=', 'REQD')
      .where('owner.deleted_at', 'is', null)
      .orderBy('connection.id', 'desc')
      .execute(),
    db
      .selectFrom('group_member')
      .select('id')
      .where('user_id', '=', userId)
      .where(sql<boolean>`(status = 'REQD' or (status = 'ACCD' and offered_until > now()))`)
      // The group screen shows owners their sent invitations, so received ones would be confusing.
      .where(sql<boolean>`not exists (select from share_group where owner_id = ${userId})`)
      .orderBy('id', 'desc')
      .execute(),
  ]);
  return { contacts, sg_users: invitations };
}
