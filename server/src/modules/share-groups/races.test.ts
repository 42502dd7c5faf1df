import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import { held } from '../../testing/held.ts';
import { overHttp, ROUNDS } from '../../testing/over-http.ts';
import { groupScreen, invitedPair, mailsTo } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ config: { databasePoolSize: 5 } });
const send = await overHttp(t);

const details = (answers: { detail?: string }[]) => answers.map(({ detail }) => detail).toSorted();
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();
const eventsOf = async (name: string, group: number) => {
  const rows = await t.services.db
    .selectFrom('event')
    .select('ids')
    .where('name', '=', name as 'sguser_deleted')
    .execute();
  return rows.filter(({ ids }) => ids.group === group).length;
};

/** A group of two, both signed in. */
async function pair() {
  const { owner, invited: member, groupId, row, path } = await invitedPair(t);
  await send(member, 'PUT', path);
  return { owner, member, groupId, rowPath: `/v1/group/users/${row.id}/remove/` };
}

describe.each(ROUNDS)('concurrently, round %s:', () => {
  it('the same invitation twice is one invitation and one mail', async () => {
    const [owner, invited] = [await createUser(t.services), await createUser(t.services)];
    const { id } = await createGroup(t.services, owner);
    await t.as(owner);
    const answers = await Promise.all(
      [1, 2].map(() => send(owner, 'POST', `/v1/group/${id}/request/0/`, { email: invited.email })),
    );
    expect(details(answers)).toEqual(['email already added', 'request email sent']);
    expect(await mailsTo(t, invited.email)).toHaveLength(1);
  });

  it('somebody invited into two groups joins only one', async () => {
    const [one, two, invited] = [
      await createUser(t.services),
      await createUser(t.services),
      await createUser(t.services),
    ];
    const groups = [await createGroup(t.services, one), await createGroup(t.services, two)];
    await Promise.all([t.as(one), t.as(two)]);
    const invitations = await Promise.all(
      [one, two].map((owner, at) =>
        send(owner, 'POST', `/v1/group/${groups[at]?.id}/request/0/`, { email: invited.email }),
      ),
    );
    expect(details(invitations)).toEqual(['request email sent', 'request email sent']);
    const { pending } = (await groupScreen(t, invited)).sg_users;
    const answers = await Promise.all(
      pending.map((row: { idb64: string; accept_token: string }) =>
        send(invited, 'PUT', `/v1/group/accept/${row.idb64}/${row.accept_token}/`),
      ),
    );
    expect(details(answers)).toEqual(['already joined another group', 'joined group']);
    expect((await groupScreen(t, invited)).sg_users.accepted).toHaveLength(2);
  });

  it('two accepts join once; accepting and rejecting end in whichever was first', async () => {
    const { invited, path } = await invitedPair(t);
    const twice = await Promise.all([1, 2].map(() => send(invited, 'PUT', path)));
    expect(details(twice)).toEqual(['joined group', 'request already accepted']);
    const other = await invitedPair(t);
    const both = await Promise.all([
      send(other.invited, 'PUT', other.path),
      send(other.invited, 'PUT', `/v1/group/users/${other.row.id}/reject/`),
    ]);
    const isIn = (await groupScreen(t, other.invited)).sharegroup !== null;
    expect(details(both)).toEqual(
      isIn ? ['Invalid state', 'joined group'] : ['Invalid state', 'request rejected'],
    );
  });

  it('accepting and withdrawing the invitation end in one of the two', async () => {
    const { owner, invited, row, path } = await invitedPair(t);
    const [accept, back] = await Promise.all([
      send(invited, 'PUT', path),
      send(owner, 'DELETE', `/v1/group/users/${row.id}/remove/`),
    ]);
    expect(back.status).toBe(200);
    expect(['joined group', 'request needed']).toContain(accept.detail);
    expect((await groupScreen(t, invited)).sharegroup).toBeNull();
  });

  it('leaving and being removed concurrently end the membership once, and the access through it', async () => {
    const { owner, member, groupId, rowPath } = await pair();
    const { id } = await createCase(t.services, { author: owner });
    const answers = await Promise.all([send(member, 'DELETE', rowPath), send(owner, 'DELETE', rowPath)]);
    expect(statuses(answers)).toEqual([200, 404]);
    expect(await eventsOf('sguser_deleted', groupId)).toBe(1);
    expect((await groupScreen(t, member)).sharegroup).toBeNull();
    expect((await (await t.as(member)).get(`/v1/cases/${id}/`)).statusCode).toBe(404);
  });

  it('leaving and dissolving concurrently end without a group, for both', async () => {
    const { owner, member, groupId, rowPath } = await pair();
    const [left, dissolved] = await Promise.all([
      send(member, 'DELETE', rowPath),
      send(owner, 'DELETE', `/v1/group/${groupId}/remove/`),
    ]);
    expect(dissolved.status).toBe(200);
    expect([200, 404]).toContain(left.status);
    for (const person of [owner, member]) expect((await groupScreen(t, person)).sharegroup).toBeNull();
  });

  it('dissolving twice dissolves once; leaving and founding end in one group at most', async () => {
    const { owner, member, groupId, rowPath } = await pair();
    const [left, founded] = await Promise.all([
      send(member, 'DELETE', rowPath),
      send(member, 'POST', '/v1/group/new/', { name: 'My own' }),
    ]);
    expect(left.status).toBe(200);
    const screen = await groupScreen(t, member);
    expect(screen.sharegroup?.name ?? null).toBe(founded.status === 200 ? 'My own' : null);
    const gone = await Promise.all([1, 2].map(() => send(owner, 'DELETE', `/v1/group/${groupId}/remove/`)));
    expect(statuses(gone)).toEqual([200, 404]);
    expect(await eventsOf('sharegroup_deleted', groupId)).toBe(1);
  });

  it('two new names end in one of them, also for members; a dissolved group has none', async () => {
    const { owner, member, groupId } = await pair();
    const edit = `/v1/group/${groupId}/edit/`;
    const named = await Promise.all(['One', 'Two'].map((name) => send(owner, 'PUT', edit, { name })));
    expect(statuses(named)).toEqual([200, 200]);
    const { name } = (await groupScreen(t, member)).sharegroup;
    expect(['One', 'Two']).toContain(name);
    const [renamed, dissolved] = await Promise.all([
      send(owner, 'PUT', edit, { name: 'Three' }),
      send(owner, 'DELETE', `/v1/group/${groupId}/remove/`),
    ]);
    expect([200, 404]).toContain(renamed.status);
    expect(dissolved.status).toBe(200);
    expect((await groupScreen(t, member)).sharegroup).toBeNull();
  });
});

/** Blocks all writes of events. */
const eventsHeld = () => held(t, sql`lock table event in share row exclusive mode`);

const audiencesOf = async (name: string, group: number) => {
  const rows = await t.services.db
    .selectFrom('event')
    .select(['ids', 'audience'])
    .where('name', '=', name as 'sguser_deleted')
    .orderBy('id')
    .execute();
  return rows.filter(({ ids }) => ids.group === group).map(({ audience }) => audience);
};

describe('joining and leaving while somebody else joins', () => {
  it('two people who join at once both get notified of each other', async () => {
    const { owner, invited, groupId, path } = await invitedPair(t);
    const other = await createUser(t.services);
    await send(owner, 'POST', `/v1/group/${groupId}/request/0/`, { email: other.email });
    const [row] = (await groupScreen(t, other)).sg_users.pending;
    const events = await eventsHeld();
    const joining = [send(invited, 'PUT', path)];
    await events.waiting(1);
    joining.push(send(other, 'PUT', `/v1/group/accept/${row.idb64}/${row.accept_token}/`));
    await events.waiting(2);
    await events.release();
    expect(details(await Promise.all(joining))).toEqual(['joined group', 'joined group']);
    const [, second = []] = await audiencesOf('sguser_accepted', groupId);
    expect(second.toSorted()).toEqual([owner.id, invited.id, other.id].toSorted());
  });

  it('a joiner is notified of a member who leaves at that moment', async () => {
    const { owner, member, groupId, rowPath } = await pair();
    const other = await createUser(t.services);
    await send(owner, 'POST', `/v1/group/${groupId}/request/0/`, { email: other.email });
    const [row] = (await groupScreen(t, other)).sg_users.pending;
    const events = await eventsHeld();
    const joins = send(other, 'PUT', `/v1/group/accept/${row.idb64}/${row.accept_token}/`);
    await events.waiting(1);
    const leaves = send(member, 'DELETE', rowPath);
    await events.waiting(2);
    await events.release();
    expect(statuses(await Promise.all([joins, leaves]))).toEqual([200, 200]);
    const [audience = []] = await audiencesOf('sguser_deleted', groupId);
    expect(audience).toContain(other.id);
  });

  it('a member accepts the group while its owner invites somebody, renames it or takes the offer back', async () => {
    for (const [method, path, body] of [
      ['POST', '/request/0/', { email: 'newcomer@cusp.example' }],
      ['PUT', '/edit/', { name: 'Renamed' }],
      ['DELETE', '/offer/', undefined],
    ] as const) {
      const { owner, member, groupId } = await pair();
      const offered = await t.services.db
        .updateTable('group_member')
        .set({ offered_until: sql<Date>`now() + interval '1 day'` })
        .where('user_id', '=', member.id)
        .returning('id')
        .executeTakeFirstOrThrow();
      const row = await held(t, sql`select from group_member where id = ${offered.id} for update`);
      const accepts = send(member, 'PUT', `/v1/group/${groupId}/offer/accept/`);
      await row.waiting(1);
      const manages = send(owner, method, `/v1/group/${groupId}${path}`, body);
      await row.waiting(2);
      await row.release();
      expect(statuses(await Promise.all([accepts, manages]))).toEqual([200, 403]);
      expect((await groupScreen(t, member)).sharegroup).toMatchObject({ is_owner: true });
    }
  });

  it('a case assigned to a member who leaves at that moment ends unassigned', async () => {
    const { owner, member, rowPath } = await pair();
    const { id } = await createCase(t.services, { recipient: owner });
    const events = await eventsHeld();
    const assigns = send(owner, 'PUT', `/v1/cases/${id}/assignee/`, { assignee_id: member.id });
    await events.waiting(1);
    const leaves = send(member, 'DELETE', rowPath);
    await events.waiting(2);
    await events.release();
    expect(statuses(await Promise.all([assigns, leaves]))).toEqual([200, 200]);
    const { assignee_id } = await t.services.db
      .selectFrom('dental_case')
      .select('assignee_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(assignee_id).toBeNull();
  });

  it('cases of a member who leaves are locked by id, as when they are deleted', async () => {
    const { owner, member, rowPath } = await pair();
    const [first, second] = [
      await createCase(t.services, { recipient: owner }),
      await createCase(t.services, { recipient: owner }),
    ];
    // The later case is stored before the earlier one.
    for (const { id } of [second, first])
      await t.services.db
        .updateTable('dental_case')
        .set({ assignee_id: member.id })
        .where('id', '=', id)
        .execute();
    const row = await held(t, sql`select from dental_case where id = ${first.id} for update`);
    const leaves = send(member, 'DELETE', rowPath);
    await row.waiting(1);
    const other = await held(t, sql`select from dental_case where id = ${second.id} for update nowait`);
    await other.release();
    await row.release();
    expect((await leaves).status).toBe(200);
  });
});
