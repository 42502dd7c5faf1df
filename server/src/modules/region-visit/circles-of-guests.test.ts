import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { createCase, createGroup } from '../../testing/factories.ts';
import { openGuestCircles } from '../../testing/guest-circles.ts';
import { sendCircles } from './circle-calls.ts';

const { us, eu, newLab, visit, practice, knownPractice, runCircleJobs, casesOf, letCheckBeDue, remove } =
  await openGuestCircles();

const eventsFor = async ({ id }: { id: number }) =>
  (
    await eu.services.db
      .selectFrom('event')
      .select('name')
      .where(sql<boolean>`${id} = any(audience)`)
      .execute()
  ).map(({ name }) => name);

describe('a guest’s group', () => {
  test('a mate who is removed at home sees no case of the group in the other region', async () => {
    const { owner, mate, dentalCase } = await knownPractice();
    const client = await visit(mate);
    expect(await casesOf(client)).toEqual([dentalCase.id]);
    await remove(owner, mate);
    await runCircleJobs();
    expect(await casesOf(client)).toEqual([]);
    expect((await client.get(`/v1/cases/${dentalCase.id}/`)).statusCode).toBe(404);
    expect(await casesOf(await visit(owner))).toEqual([dentalCase.id]);
  });

  test('a mate who leaves is no longer assigned, and everybody concerned gets an event to reload', async () => {
    const { owner, mate, dentalCase } = await knownPractice();
    await eu.services.db
      .updateTable('dental_case')
      .set({ assignee_id: mate.id })
      .where('id', '=', dentalCase.id)
      .execute();
    await remove(mate, mate);
    await runCircleJobs();
    const { assignee_id } = await eu.services.db
      .selectFrom('dental_case')
      .select('assignee_id')
      .where('id', '=', dentalCase.id)
      .executeTakeFirstOrThrow();
    expect(assignee_id).toBeNull();
    expect(await eventsFor(mate)).toContain('sharegroup_settled');
    expect(await eventsFor(owner)).toEqual(
      expect.arrayContaining(['sharegroup_settled', 'post_assignee_changed']),
    );
  });

  test('a dissolved group gives its members nothing', async () => {
    const { owner, mate, group } = await knownPractice();
    const client = await visit(mate);
    await (await us.as(owner)).delete(`/v1/group/${group.id}/remove/`);
    await runCircleJobs();
    expect(await casesOf(client)).toEqual([]);
  });

  test('a colleague who joins at home sees the cases as a guest', async () => {
    const { mate, owner, dentalCase } = await practice();
    expect((await (await us.as(mate)).get('/v1/region-visit/')).json().cases).toBe(0);
    await sendCircles(us.services, [mate.id]);
    expect(await casesOf(await visit(mate))).toEqual([dentalCase.id]);
    expect(await casesOf(await visit(owner))).toEqual([dentalCase.id]);
  });

  test('a group that is joined later brings its owner, who had no case there', async () => {
    const { owner, mate, dentalCase } = await knownPractice();
    const boss = await newLab();
    await remove(owner, mate);
    await (await us.as(owner)).delete(`/v1/group/${(await ownGroup(owner)).id}/remove/`);
    await createGroup(us.services, boss, [owner]);
    await sendCircles(us.services, [owner.id, mate.id]);
    expect(await casesOf(await visit(boss))).toEqual([dentalCase.id]);
  });
});

const ownGroup = ({ id }: { id: number }) =>
  us.services.db.selectFrom('share_group').select('id').where('owner_id', '=', id).executeTakeFirstOrThrow();

test('a group of hundreds is the same there as at home after a visit, after changes and after the checks of a visit in progress', async () => {
  const { owner, mate, group, clinic, dentalCase } = await practice();
  const { rows } = await sql<{ id: number }>`
    insert into app_user (id, email, email_key, first_name, last_name, role, institution, country, language, region, activated_at)
    select 4000000 + 16 * nr, name, name, 'Sang-ho 김', 'O''Neill', 'Dental Lab', repeat('치', 100), 'US', 'ko', 'us', now()
    from generate_series(1, 700) as nr, lateral (select 'mate' || nr || '@cusp.example' as name) as mail returning id
  `.execute(us.services.db);
  const join = (some: readonly number[]) =>
    sql`
    insert into group_member (group_id, user_id, email, email_key, requester_id, status, language)
    select ${group.id}, id, email, email_key, ${owner.id}, 'ACCD', 'ko' from app_user where id = any(${[...some]}::bigint[])
  `.execute(us.services.db);
  const ids = rows.map(({ id }) => id);
  await join(ids.slice(0, 500));
  const membersThere = async () => {
    const found = await sql<{ count: number }>`
      select count(*)::integer as count from group_member where group_id = ${group.id}
    `.execute(eu.services.db);
    return found.rows[0]?.count;
  };
  const client = await visit(mate);
  expect(await casesOf(client)).toEqual([dentalCase.id]);
  expect(await membersThere()).toBe(501);
  const handOver = async (from: { id: number }, to: { id: number }) => {
    await us.services.db.deleteFrom('group_member').where('user_id', '=', to.id).execute();
    await us.services.db
      .updateTable('share_group')
      .set({ owner_id: to.id })
      .where('id', '=', group.id)
      .execute();
    await join([from.id]);
  };
  const next = { id: ids[599] ?? 0, email: 'mate600@cusp.example' };
  await join(ids.slice(500, 600));
  await handOver(owner, next);
  await sendCircles(us.services, [next.id]);
  expect(await membersThere()).toBe(601);
  const sent = await createCase(eu.services, { author: clinic, recipient: next });
  await eu.services.db
    .updateTable('dental_case')
    .set({ assignee_id: mate.id })
    .where('id', '=', sent.id)
    .execute();
  await join(ids.slice(600));
  // The first page has the new owner and the assigned colleague, and a later one the former owner.
  await handOver(next, owner);
  await letCheckBeDue(mate);
  // Some of the first page leave before the last one is asked for, which has most of the people who are new.
  let pages = 0;
  const send = globalThis.fetch;
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const reply = await send(url, init);
    if (String(url).includes('/region/visit-holds/')) pages += 1;
    if (pages === 3)
      await us.services.db.deleteFrom('group_member').where('user_id', 'in', ids.slice(0, 5)).execute();
    return reply;
  });
  expect(await casesOf(client)).toEqual([sent.id, dentalCase.id]);
  asked.mockRestore();
  expect(await membersThere()).toBe(701);
  const assigned = eu.services.db.selectFrom('dental_case').select('assignee_id').where('id', '=', sent.id);
  expect(await assigned.execute()).toEqual([{ assignee_id: mate.id }]);
}, 120_000);
