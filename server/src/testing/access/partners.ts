import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { issueToken, NO_TOKEN } from '../../modules/invitations/invitation-token.ts';
import { pairKey } from '../../modules/people/pair-key.ts';
import { createGroup, createLabUser } from '../factories.ts';
import type { TestApp } from '../test-app.ts';
import type { People } from './personas.ts';

export interface Partners {
  /** Replaces the author's request to the recipient, or their connection. */
  newConnection(status: 'REQD' | 'ACCD'): Promise<{ id: number; token: string }>;
  /** Creates the author's group again, with the author's mate as a member and the stranger invited. */
  newInvitation(): Promise<{ groupId: number; memberId: number; id: number; token: string }>;
  /** Id of the author's new group, offered to its member. */
  newGroupOffer(): Promise<number>;
  /** Id of a new lab of the list, with a logo. */
  newLab(): Promise<number>;
}

export function partnersOf(t: TestApp, people: People): Partners {
  const { services } = t;
  const { db } = services;
  return {
    async newConnection(status) {
      const { author, recipient } = people;
      const pair_key = pairKey(author.email.toLowerCase(), recipient.email.toLowerCase());
      await db.deleteFrom('connection').where('pair_key', '=', pair_key).execute();
      const row = await db
        .insertInto('connection')
        .values({
          owner_id: author.id,
          user_id: recipient.id,
          email: recipient.email,
          email_key: recipient.email.toLowerCase(),
          pair_key,
          status,
          message: 'Shall we work together?',
          ...NO_TOKEN,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const { token, columns } = issueToken(services, 'connection', row);
      if (status === 'REQD')
        await db.updateTable('connection').set(columns).where('id', '=', row.id).execute();
      return { id: row.id, token };
    },
    async newGroupOffer() {
      const { groupId, memberId } = await this.newInvitation();
      await db
        .updateTable('group_member')
        .set({ offered_until: sql<Date>`now() + interval '1 day'` })
        .where('id', '=', memberId)
        .execute();
      return groupId;
    },
    async newInvitation() {
      const { author, authorGroup, stranger } = people;
      await db.deleteFrom('share_group').where('owner_id', '=', author.id).execute();
      const group = await createGroup(services, author, [authorGroup]);
      const member = await db
        .selectFrom('group_member')
        .select('id')
        .where('group_id', '=', group.id)
        .executeTakeFirstOrThrow();
      const row = await db
        .insertInto('group_member')
        .values({
          group_id: group.id,
          user_id: stranger.id,
          email: stranger.email,
          email_key: stranger.email.toLowerCase(),
          requester_id: author.id,
          status: 'REQD',
          ...NO_TOKEN,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const { token, columns } = issueToken(services, 'group', row);
      await db.updateTable('group_member').set(columns).where('id', '=', row.id).execute();
      return { groupId: group.id, memberId: member.id, id: row.id, token };
    },
    async newLab() {
      const account = await createLabUser(services);
      const logo_key = `labs/${randomUUID()}.png`;
      await services.storage.write(logo_key, Readable.from([Buffer.from('logo')]));
      const { id } = await db
        .insertInto('lab')
        .values({
          user_id: account.id,
          name: 'Ada',
          company_name: 'Listed Lab',
          country: 'DE',
          is_active: true,
          logo_key,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}
