import type { GroupMember } from '@cusp/contract/share-groups';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { exportsOf } from '../../testing/data-exports.ts';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import { groupScreen, mailsTo } from '../../testing/partners.ts';
import { auditOf, createMember, PASSWORD } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { runDataExport } from '../data-exports/run-data-export.ts';

const t = await openTestApp();
const { db } = t.services;
const { start: startExport, ready: readyExport, listOf: exportsListed, fileOf: exportFile } = exportsOf(t);

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

const offer = async (
  by: { id: number },
  groupId: number,
  member: number,
  proof: object = { password: PASSWORD },
) => (await t.as(by)).put(`/v1/group/${groupId}/offer/`, { member, ...proof });
const answer = async (by: { id: number }, groupId: number, how: 'accept' | 'decline') =>
  (await t.as(by)).put(`/v1/group/${groupId}/offer/${how}/`, {});
const withdraw = async (by: { id: number }, groupId: number) =>
  (await t.as(by)).delete(`/v1/group/${groupId}/offer/`);
const templatesTo = async ({ email }: { email: string }) =>
  (await mailsTo(t, email)).map(({ template }) => template);

test('a group is not offered without proof, by others, or to somebody who is no member or cannot act', async () => {
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
    await offer(owner, group.id, member, { password: 'wrong' }),
    await offer(owner, group.id, member, {}),
    await offer(mate, group.id, await memberOf(mate)),
    await offer(other.owner, group.id, member),
    await offer(owner, group.id, await other.memberOf(other.heir)),
    await offer(owner, group.id, invited.id),
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
  expect((await offer(owner, group.id, member)).json().code).toBe('member_cannot_own');
  expect(await ownerId()).toBe(owner.id);
});

test('a member who accepts manages the group with the practice’s settings, and the former owner may leave', async () => {
  const { owner, heir, mate, group, memberOf, ownerId } = await groupOfThree();
  const { no } = await createCase(t.services, { author: mate });
  await db.updateTable('app_user').set({ retention_months: 0 }).where('id', '=', owner.id).execute();
  await sql`insert into production_plan (owner_id, steps, shown, version) values (${owner.id}, '[]', 'stage', 3)`.execute(
    db,
  );
  const begun = await startExport(owner, { scope: 'practice' });
  expect(begun.statusCode, begun.body).toBe(200);
  const fetched = await readyExport(owner, { scope: 'case', no });
  const member = await memberOf(heir);
  const replies = await Promise.all([
    offer(owner, group.id, member),
    offer(owner, group.id, await memberOf(mate)),
  ]);
  expect(replies.map((reply) => reply.json().code ?? reply.statusCode).sort()).toEqual([200, 'offer_open']);
  const next = replies[0]?.statusCode === 200 ? heir : mate;
  const [rest] = [heir, mate].filter(({ id }) => id !== next.id);
  expect(await ownerId()).toBe(owner.id);
  expect((await answer(rest ?? owner, group.id, 'accept')).json().code).toBe('offer_over');
  // The same click twice.
  const accepted = await Promise.all([1, 2].map(() => answer(next, group.id, 'accept')));
  expect(accepted.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);

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
  for (const person of [owner, next])
    expect((await auditOf(t, person.id)).filter((action) => action === 'group_changed')).toHaveLength(1);
  expect(await templatesTo(next)).toEqual(['group-handed-over', 'group-offered']);
  expect(await templatesTo(owner)).toEqual(['group-offer-accepted']);

  const former = await t.as(owner);
  expect((await former.put(`/v1/group/${group.id}/edit/`, { name: 'Mine' })).statusCode).toBe(403);
  expect((await former.get('/v1/user/closing/')).json().blocked).toBeNull();
  expect((await former.delete(`/v1/group/users/${await memberOf(owner)}/remove/`)).statusCode).toBe(200);
  expect((await groupScreen(t, next)).sg_users.accepted).toHaveLength(2);
  // Alone again, the person exports their own cases only.
  await runDataExport(t.services, begun.json().id);
  expect(await exportsListed(owner)).toMatchObject([
    { state: 'failed', problem: 'group_changed' },
    { state: 'failed', problem: 'group_changed' },
  ]);
  expect((await exportFile(owner, fetched)).json().code).toBe('data_export_over');
});

test('an offer ends when it is declined, withdrawn or expired, or when the member goes or can no longer own', async () => {
  const { owner, heir, mate, group, memberOf, ownerId } = await groupOfThree();
  const other = await groupOfThree();
  const member = await memberOf(heir);
  const shownTo = async (person: { id: number; email: string }) =>
    (await groupScreen(t, person)).sg_users.accepted.some((row: GroupMember) => row.offered_until !== null);
  const alarmsOf = async (person: { id: number }) =>
    (await (await t.as(person)).get('/v1/user/alarms/')).json().sg_users.length;
  const again = async () => expect((await offer(owner, group.id, member)).statusCode).toBe(200);

  await again();
  await again();
  expect(await templatesTo(heir)).toEqual(['group-offered']);
  expect(await Promise.all([owner, heir, mate].map(shownTo))).toEqual([true, true, false]);
  expect(await alarmsOf(heir)).toBe(1);
  const strangers = [
    await answer(mate, group.id, 'decline'),
    await answer(other.heir, group.id, 'accept'),
    await answer(owner, group.id, 'accept'),
    await withdraw(heir, group.id),
    await withdraw(other.owner, group.id),
    await withdraw(other.owner, other.group.id),
  ].map((reply) => reply.json().code);
  expect(strangers).toEqual(['offer_over', 'not_found', 'forbidden', 'forbidden', 'not_found', 'offer_over']);

  expect((await answer(heir, group.id, 'decline')).statusCode).toBe(200);
  expect(await templatesTo(owner)).toEqual(['group-offer-declined']);
  expect(await alarmsOf(heir)).toBe(0);
  expect((await answer(heir, group.id, 'accept')).json().code).toBe('offer_over');

  await again();
  // Concurrent requests: one of them is too late.
  const race = await Promise.all([answer(heir, group.id, 'decline'), withdraw(owner, group.id)]);
  expect(race.map((reply) => reply.json().code ?? reply.statusCode).sort()).toEqual([200, 'offer_over']);

  await again();
  await db
    .updateTable('group_member')
    .set({ offered_until: new Date(Date.now() - 1000) })
    .where('id', '=', member)
    .execute();
  expect((await answer(heir, group.id, 'accept')).json().code).toBe('offer_over');
  expect(await shownTo(heir)).toBe(false);
  // Offers are mails, of which a person gets few from the same sender in a day.
  expect((await offer(owner, group.id, member)).json().code).toBe('too_many_requests');
  // An expired offer does not prevent one to another member.
  expect((await offer(owner, group.id, await memberOf(mate))).statusCode).toBe(200);
  const mateRow = await memberOf(mate);
  const [gone] = await Promise.all([
    (await t.as(mate)).delete(`/v1/group/users/${mateRow}/remove/`),
    answer(mate, group.id, 'accept'),
  ]);
  // Either the mate left, or owns the group and stays.
  expect(gone.statusCode === 200).toBe((await ownerId()) === owner.id);

  const { owner: blocked, heir: next, group: theirs } = other;
  expect((await offer(blocked, theirs.id, await other.memberOf(next))).statusCode).toBe(200);
  await db.updateTable('app_user').set({ closes_at: new Date() }).where('id', '=', next.id).execute();
  expect((await answer(next, theirs.id, 'accept')).json().code).toBe('member_cannot_own');
  const repeated = await offer(blocked, theirs.id, await other.memberOf(next));
  expect(repeated.json().code).toBe('member_cannot_own');
  await db.updateTable('app_user').set({ closes_at: null }).where('id', '=', next.id).execute();
  await db
    .updateTable('app_user')
    .set({ blocked_at: new Date(), blocked_by: owner.id })
    .where('id', '=', blocked.id)
    .execute();
  expect((await answer(next, theirs.id, 'accept')).json().code).toBe('offer_over');
  expect(await other.ownerId()).toBe(blocked.id);
});
