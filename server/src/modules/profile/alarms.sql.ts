import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Requests that wait for a person's answer: connections others asked for, groups they are invited to. */
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
      .where('status', '=', 'REQD')
      // The group screen shows owners the invitations they sent, so received ones would be a riddle.
      .where(sql<boolean>`not exists (select from share_group where owner_id = ${userId})`)
      .orderBy('id', 'desc')
      .execute(),
  ]);
  return { contacts, sg_users: invitations };
}
