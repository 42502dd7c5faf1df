import type { GroupMember } from '@cusp/contract/share-groups';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createGroup, createUser } from '../../testing/factories.ts';
import { groupScreen, mailsTo } from '../../testing/partners.ts';
import { auditOf, createMember, PASSWORD } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;

async function groupOfThree() {
  const [owner, heir, mate] = [
    await createMember(t),
    await createUser(t.services),
    await createUser(t.services),
  ];
  const group = await createGroup(t.services, owner, [heir, mate]);
  const memberOf = async (person: { id: number }) =>
    (
      await db
        .selectFrom('group_member')
        .select('id')
        .where('user_id', '=', person.id)
        .executeTakeFirstOrThrow()
    ).id;
  const ownerId = async () =>
    (
      await db
        .selectFrom('share_group')
        .select('owner_id')
        .where('id', '=', group.id)
        .executeTakeFirstOrThrow()
    ).owner_id;
  return { owner, heir, mate, group, memberOf, ownerId };
}

const handOver = async (
  by: { id: number },
  groupId: number,
  member: number,
  proof: object = { password: PASSWORD },
) => (await t.as(by)).put(`/v1/group/${groupId}/owner/`, { member, ...proof });

test('a group is not handed over without proof, by others, or to somebody who is no member or cannot act', async () => {
  const { owner, heir, mate, group, memberOf, ownerId } = await groupOfThree();
  const member = await memberOf(heir);
  const other = await groupOfThree();
  const invited = await db
    .insertInto('group_member')
    .values({
      group_id: group.id,
      user_id: null,
      email: 'new@cusp.example',
      email_key: 'new@cusp.example',
      requester_id: owner.id,
      status: 'REQD',
      token_hash: null,
      token_expires_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const codes = [
    await handOver(owner, group.id, member, { password: 'wrong' }),
    await handOver(owner, group.id, member, {}),
    await handOver(mate, group.id, await memberOf(mate)),
    await handOver(other.owner, group.id, member),
    await handOver(owner, group.id, await other.memberOf(other.heir)),
    await handOver(owner, group.id, invited.id),
  ].map((reply) => reply.json().code);
  expect(codes).toEqual([
    'wrong_password',
    'proof_needed',
    'forbidden',
    'not_found',
    'not_found',
    'not_found',
  ]);
  await db.updateTable('app_user').set({ closes_at: new Date() }).where('id', '=', heir.id).execute();
  expect((await handOver(owner, group.id, member)).json().code).toBe('member_cannot_own');
  expect(await ownerId()).toBe(owner.id);
});

test('the new owner manages the group with the practice’s settings, and the former one may go', async () => {
  const { owner, heir, mate, group, memberOf, ownerId } = await groupOfThree();
  await db.updateTable('app_user').set({ retention_months: 0 }).where('id', '=', owner.id).execute();
  await sql`insert into production_plan (owner_id, steps, shown, version) values (${owner.id}, '[]', 'stage', 3)`.execute(
    db,
  );
  const member = await memberOf(heir);
  const replies = await Promise.all([
    handOver(owner, group.id, member),
    handOver(owner, group.id, await memberOf(mate)),
  ]);
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
  const next = (await ownerId()) === heir.id ? heir : mate;
  const [rest] = [heir, mate].filter(({ id }) => id !== next.id);

  const screen = await groupScreen(t, next);
  expect(screen.sharegroup).toMatchObject({ id: group.id, is_owner: true });
  const shown = (screen.sg_users.accepted as GroupMember[]).map(({ email, is_owner, Im_requester }) => [
    email,
    is_owner,
    Im_requester,
  ]);
  expect(shown).toHaveLength(3);
  expect(shown).toEqual(
    expect.arrayContaining([
      [next.email, true, expect.anything()],
      [owner.email, false, true],
      [rest?.email, false, true],
    ]),
  );
  const settings = await db
    .selectFrom('app_user')
    .leftJoin('production_plan', 'owner_id', 'app_user.id')
    .select(['retention_months', 'shown'])
    .where('app_user.id', '=', next.id)
    .executeTakeFirstOrThrow();
  expect(settings).toEqual({ retention_months: 0, shown: 'stage' });
  expect((await auditOf(t, owner.id)).filter((action) => action === 'group_changed')).toHaveLength(1);
  expect(await mailsTo(t, next.email)).toMatchObject([{ template: 'group-handed-over' }]);

  const former = await t.as(owner);
  expect((await former.put(`/v1/group/${group.id}/edit/`, { name: 'Mine' })).statusCode).toBe(403);
  expect((await former.get('/v1/user/closing/')).json().blocked).toBeNull();
  expect((await former.delete(`/v1/group/users/${await memberOf(owner)}/remove/`)).statusCode).toBe(200);
  expect((await groupScreen(t, next)).sg_users.accepted).toHaveLength(2);
});
