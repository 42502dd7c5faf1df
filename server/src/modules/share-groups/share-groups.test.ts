import { describe, expect, it } from 'vitest';
import { createCase, createGroup, createLabUser, createUser } from '../../testing/factories.ts';
import { groupScreen, invitedPair, lastEvent } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';

const t = await openTestApp();

async function team() {
  const [owner, member, mate] = [
    await createUser(t.services),
    await createUser(t.services),
    await createUser(t.services),
  ];
  const group = await createGroup(t.services, owner, [member, mate]);
  const row = await t.services.db
    .selectFrom('group_member')
    .select('id')
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow();
  return { owner, member, mate, group, rowId: row.id };
}

const sees = async (person: { id: number }, caseId: number) =>
  (await t.services.db
    .selectFrom('dental_case')
    .select('id')
    .where('id', '=', caseId)
    .where(casesVisibleTo(person.id))
    .executeTakeFirst()) !== undefined;

const assigneeOf = async (caseId: number) =>
  (
    await t.services.db
      .selectFrom('dental_case')
      .select('assignee_id')
      .where('id', '=', caseId)
      .executeTakeFirstOrThrow()
  ).assignee_id;

const assign = (caseId: number, userId: number) =>
  t.services.db.updateTable('dental_case').set({ assignee_id: userId }).where('id', '=', caseId).execute();

describe('one’s own group', () => {
  it('founding a second group is refused, also to a member', async () => {
    const { owner, member } = await team();
    for (const person of [owner, member]) {
      const reply = await (await t.as(person)).post('/v1/group/new/', { name: 'Second' });
      expect(reply.json().detail).toBe('already joined another group');
    }
  });

  it('a group needs a name of 1 to 100 characters', async () => {
    const client = await t.as(await createUser(t.services));
    for (const name of ['', '   ', 'x'.repeat(101), 'a\nb']) {
      expect((await client.post('/v1/group/new/', { name })).json().code).toBe('invalid_input');
    }
    expect((await client.post('/v1/group/new/', { name: 'Zahnärzte 서울' })).statusCode).toBe(200);
  });

  it('a double click founds one group', async () => {
    const client = await t.as(await createUser(t.services));
    const replies = await Promise.all([1, 2].map(() => client.post('/v1/group/new/', { name: 'Twice' })));
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 400]);
  });

  it('only the owner renames and dissolves a group', async () => {
    const { member, group, owner } = await team();
    const stranger = await createUser(t.services);
    const tries = [
      ['PUT', `/v1/group/${group.id}/edit/`, { name: 'New' }],
      ['DELETE', `/v1/group/${group.id}/remove/`, undefined],
    ] as const;
    for (const [method, path, body] of tries) {
      expect((await t.nobody.request(method, path, body)).statusCode).toBe(401);
      expect((await (await t.as(stranger)).request(method, path, body)).statusCode).toBe(404);
      expect((await (await t.as(member)).request(method, path, body)).statusCode).toBe(403);
    }
    expect((await (await t.as(owner)).put(`/v1/group/${group.id}/edit/`, { name: 'New' })).statusCode).toBe(
      200,
    );
    expect((await groupScreen(t, member)).sharegroup).toEqual({
      id: group.id,
      name: 'New',
      is_owner: false,
    });
    expect((await lastEvent(t, 'sharegroup_modified'))?.audience).toContain(member.id);
  });

  it('an invitation counts as waiting, but not for the owner of another group, who does not see it', async () => {
    const { invited } = await invitedPair(t);
    const client = await t.as(invited);
    expect((await client.get('/v1/user/alarms/')).json().sg_users).toHaveLength(1);
    await client.post('/v1/group/new/', { name: 'Mine' });
    expect((await client.get('/v1/user/alarms/')).json().sg_users).toEqual([]);
  });

  it('somebody without a group gets an empty group screen', async () => {
    expect(await groupScreen(t, await createUser(t.services))).toEqual({
      sharegroup: null,
      sg_users: { pending: [], accepted: [] },
    });
  });

  it('a deleted member is shown as unknown', async () => {
    const { owner, member } = await team();
    await t.services.db
      .updateTable('app_user')
      .set({ deleted_at: new Date() })
      .where('id', '=', member.id)
      .execute();
    const { accepted } = (await groupScreen(t, owner)).sg_users;
    expect(accepted.find((row: { is_unknown: boolean }) => row.is_unknown)).toMatchObject({
      name: '',
      email: '',
    });
  });
});

describe('leaving and removing', () => {
  it('removing is refused to mates and strangers; the owner cannot leave', async () => {
    const { mate, rowId, owner } = await team();
    const stranger = await createUser(t.services);
    const path = `/v1/group/users/${rowId}/remove/`;
    expect((await t.nobody.delete(path)).statusCode).toBe(401);
    expect((await (await t.as(stranger)).delete(path)).statusCode).toBe(404);
    expect((await (await t.as(mate)).delete(path)).statusCode).toBe(403);
    expect((await (await t.as(owner)).delete('/v1/group/users/0/remove/')).statusCode).toBe(404);
  });

  it('the invited person can reject but not remove, and nobody else can reject', async () => {
    const { owner, invited, row } = await invitedPair(t);
    expect((await (await t.as(invited)).delete(`/v1/group/users/${row.id}/remove/`)).statusCode).toBe(403);
    expect((await (await t.as(owner)).put(`/v1/group/users/${row.id}/reject/`)).statusCode).toBe(403);
  });

  it('rejecting says "Invalid state" to a member', async () => {
    const { member, rowId } = await team();
    const reply = await (await t.as(member)).put(`/v1/group/users/${rowId}/reject/`);
    expect(reply.json().detail).toBe('Invalid state');
  });

  it('leaving ends access through the group at once, and notifies everybody who was in it', async () => {
    const { owner, member, mate, rowId } = await team();
    const theirs = await createCase(t.services, { author: owner });
    const mine = await createCase(t.services, { author: member });
    expect([await sees(member, theirs.id), await sees(mate, mine.id)]).toEqual([true, true]);
    expect((await (await t.as(member)).delete(`/v1/group/users/${rowId}/remove/`)).statusCode).toBe(200);
    expect([await sees(member, theirs.id), await sees(mate, mine.id)]).toEqual([false, false]);
    expect(await sees(member, mine.id)).toBe(true);
    expect((await lastEvent(t, 'sguser_deleted'))?.audience.toSorted()).toEqual(
      [owner.id, member.id, mate.id].toSorted(),
    );
    expect((await groupScreen(t, member)).sharegroup).toBeNull();
  });

  it('leaving unassigns cases the leaver no longer sees, and no others', async () => {
    const { owner, member, mate, rowId } = await team();
    const lab = await createLabUser(t.services);
    const assignedToLeaver = await createCase(t.services, { author: owner, recipient: lab });
    const leaversOwn = await createCase(t.services, { author: member, recipient: lab });
    const staying = await createCase(t.services, { author: owner, recipient: lab });
    const ownToOwn = await createCase(t.services, { author: member, recipient: lab });
    await assign(assignedToLeaver.id, member.id);
    await assign(leaversOwn.id, mate.id);
    await assign(staying.id, mate.id);
    await assign(ownToOwn.id, member.id);
    await (await t.as(owner)).delete(`/v1/group/users/${rowId}/remove/`);
    expect(await assigneeOf(assignedToLeaver.id)).toBeNull();
    expect(await assigneeOf(leaversOwn.id)).toBeNull();
    expect(await assigneeOf(staying.id)).toBe(mate.id);
    expect(await assigneeOf(ownToOwn.id)).toBe(member.id);
    expect((await lastEvent(t, 'post_assignee_changed'))?.audience).toContain(lab.id);
  });

  it('leaving takes the assignee from a case that they would only see from a side without a copy', async () => {
    const { owner, member, mate, rowId } = await team();
    const [deleted, kept] = [
      await createCase(t.services, { author: owner, recipient: member }),
      await createCase(t.services, { author: owner, recipient: member }),
    ];
    await assign(deleted.id, mate.id);
    await assign(kept.id, mate.id);
    await t.services.db
      .updateTable('dental_case')
      .set({ author_removed_at: new Date() })
      .where('id', '=', deleted.id)
      .execute();
    await (await t.as(member)).delete(`/v1/group/users/${rowId}/remove/`);
    expect(await assigneeOf(deleted.id)).toBeNull();
    expect(await assigneeOf(kept.id)).toBe(mate.id);
  });

  it('dissolving notifies members and invited people, and ends the sharing', async () => {
    const { owner, member, group } = await team();
    const invited = await createUser(t.services);
    await (await t.as(owner)).post(`/v1/group/${group.id}/request/0/`, { email: invited.email });
    const dentalCase = await createCase(t.services, { author: owner });
    await assign(dentalCase.id, member.id);
    expect((await (await t.as(owner)).delete(`/v1/group/${group.id}/remove/`)).statusCode).toBe(200);
    expect((await lastEvent(t, 'sharegroup_deleted'))?.audience).toEqual(
      expect.arrayContaining([owner.id, member.id, invited.id]),
    );
    expect(await sees(member, dentalCase.id)).toBe(false);
    expect(await assigneeOf(dentalCase.id)).toBeNull();
    expect((await groupScreen(t, invited)).sg_users.pending).toEqual([]);
    expect((await (await t.as(owner)).delete(`/v1/group/${group.id}/remove/`)).statusCode).toBe(404);
  });
});
