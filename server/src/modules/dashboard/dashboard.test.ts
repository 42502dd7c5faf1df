import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { openFreshSides } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openFreshSides();

const DAY_MS = 24 * 3600 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const read = async (person: { id: number }, what: string) =>
  (await (await t.as(person)).get(`/v1/dashboard/cases/${what}`)).json();

test('dashboard: 401 for guests, 400 for unknown periods', async () => {
  for (const what of ['status/', 'restorations/', 'activities/']) {
    expect((await t.nobody.get(`/v1/dashboard/cases/${what}`)).statusCode).toBe(401);
  }
  const client = await t.as(people.author);
  expect((await client.get('/v1/dashboard/cases/restorations/?period=year')).statusCode).toBe(400);
  expect((await client.get('/v1/dashboard/cases/activities/?period=year')).statusCode).toBe(400);
});

test('status counts include cases of both sides once each, without drafts, deleted and invisible ones', async () => {
  for (const status of ['OPEN', 'READ', 'PROC', 'COMP', 'CLSD'] as const) await newCase({ status });
  await newCase({ draft: true });
  await newCase({ recipient: people.authorMate });
  const gone = await newCase();
  await (await t.as(people.author)).delete(`/v1/cases/${gone.id}/remove/`);
  await createCase(t.services);
  const none = { open: 0, inprog: 0, completed: 0, reopened: 0, closed: 0 };
  const both = { open: 2, inprog: 1, completed: 1, reopened: 0, closed: 1 };
  // A case the author deleted and the lab kept, and one within the author's group.
  expect(await read(people.recipientMate, 'status/')).toEqual({ status_counts: { ...both, open: 3 } });
  expect(await read(people.author, 'status/')).toEqual({ status_counts: { ...both, open: 3 } });
  expect(await read(people.stranger, 'status/')).toEqual({ status_counts: none });
});

test('restoration counts: teeth of cases sent in the period, most frequent first', async () => {
  const add = async (caseId: number, position: number, type: string, teeth: number[], display = '') =>
    t.services.db
      .insertInto('restoration')
      .values({ case_id: caseId, position, type, teeth, arch: null, display_name: display })
      .execute();
  const recent = await newCase();
  await add(recent.id, 1, 'pontic', [24, 25, 26]);
  await add(recent.id, 2, 'splint', []);
  await add(recent.id, 3, 'x-17', [11], 'Special crown');
  const old = await newCase();
  await t.services.db
    .updateTable('dental_case')
    .set({ published_at: daysAgo(20) })
    .where('id', '=', old.id)
    .execute();
  expect(await read(people.recipientMate, 'restorations/?period=week')).toEqual({
    restoration_counts: [
      { name: 'Pontic', type: 'pontic', count: 3 },
      { name: 'Crown', type: 'crown', count: 1 },
      { name: 'Splint, night guard', type: 'splint', count: 1 },
      { name: 'Special crown', type: 'x-17', count: 1 },
    ],
  });
  const { restoration_counts } = await read(people.author, 'restorations/?period=month');
  expect(restoration_counts).toContainEqual({ name: 'Crown', type: 'crown', count: 2 });
  expect(await read(people.stranger, 'restorations/')).toEqual({ restoration_counts: [] });
});

test('activities show who did what on visible cases, latest first', async () => {
  const dentalCase = await newCase();
  const author = await t.as(people.author);
  const lab = await t.as(people.recipient);
  await lab.post(`/v1/cases/${dentalCase.id}/opened/`);
  await lab.put(`/v1/cases/${dentalCase.id}/status/`, { action: 'PROC' });
  await author.post(`/v1/cases/${dentalCase.id}/comment/`, { comment: 'thanks' });
  const { users, cases_actions, num_pages } = await read(people.authorMate, 'activities/?period=week');
  expect(cases_actions).toMatchObject([
    { action: 'COMMENT_ADD', user_id: people.author.id, post_id: dentalCase.id, post_no: dentalCase.no },
    { action: 'STATUS_CHANGE', user_id: people.recipient.id, post_id: dentalCase.id },
  ]);
  expect(users.map((user: { username: string }) => user.username).sort()).toEqual([
    'Ada Author',
    'Rita Recipient',
  ]);
  expect(num_pages).toBe(1);
  expect((await read(people.stranger, 'activities/')).cases_actions).toEqual([]);
  expect((await read(people.partner, 'activities/')).cases_actions).toEqual([]);
});

test('activities show status change, assignee change and patient', async () => {
  const dentalCase = await newCase({ patient_first: 'Signe', patient_last: 'Halvorsen' });
  const lab = await t.as(people.recipient);
  const assign = (assignee_id: number | null) =>
    lab.put(`/v1/cases/${dentalCase.id}/assignee/`, { assignee_id });
  await lab.put(`/v1/cases/${dentalCase.id}/status/`, { action: 'PROC' });
  await assign(people.recipient.id);
  await assign(people.recipientMate.id);
  await assign(null);
  await lab.post(`/v1/cases/${dentalCase.id}/comment/`, { comment: 'done' });
  const patient = { firstname: 'Signe', lastname: 'Halvorsen' };
  for (const person of [people.author, people.recipientMate]) {
    const { cases_actions } = await read(person, 'activities/?period=week');
    const changes = cases_actions.map((entry: Record<string, unknown>) => [entry.status, entry.assignee]);
    expect(changes).toEqual([
      [null, null],
      [null, { from: 'Ron Mate', to: null }],
      [null, { from: 'Rita Recipient', to: 'Ron Mate' }],
      [null, { from: null, to: 'Rita Recipient' }],
      [{ from: 'OPEN', to: 'PROC' }, null],
    ]);
    for (const entry of cases_actions) expect(entry.patient).toEqual(patient);
  }
  // From before the previous assignee was recorded, and after an account was deleted.
  await t.services.db.updateTable('event').set({ ids: '{}', change: null }).execute();
  const { cases_actions } = await read(people.author, 'activities/?period=week');
  expect(cases_actions[1]).toMatchObject({ action: 'ASSIGNEE_CHANGE', assignee: { to: null } });
  expect(cases_actions[4]).toMatchObject({ action: 'STATUS_CHANGE', status: null });
});

test('activities are sorted by time, not by insertion', async () => {
  const cases = [await newCase(), await newCase(), await newCase()];
  const author = await t.as(people.author);
  for (const [n, { id }] of cases.entries()) {
    await author.post(`/v1/cases/${id}/comment/`, { comment: 'hello' });
    const at = daysAgo([2, 1, 3][n] ?? 0);
    await t.services.db.updateTable('event').set({ at }).where('case_id', '=', id).execute();
  }
  const { cases_actions } = await read(people.recipient, 'activities/?period=week');
  const order = [...new Set(cases_actions.map(({ post_id }: { post_id: number }) => post_id))];
  expect(order).toEqual([cases[1]?.id, cases[0]?.id, cases[2]?.id]);
});

test('activities leave out what happened before one joined, and deleted cases', async () => {
  const [kept, gone] = [await newCase({ status: 'PROC' }), await newCase()];
  const author = await t.as(people.author);
  for (const { id } of [kept, gone]) await author.post(`/v1/cases/${id}/comment/`, { comment: 'hello' });
  await author.delete(`/v1/cases/${gone.id}/remove/`);
  expect((await read(people.authorMate, 'activities/')).cases_actions).toMatchObject([{ post_id: kept.id }]);
  const group = await t.services.db
    .selectFrom('share_group')
    .select('id')
    .where('owner_id', '=', people.recipient.id)
    .executeTakeFirstOrThrow();
  await t.services.db
    .updateTable('group_member')
    .set({ user_id: people.stranger.id })
    .where('group_id', '=', group.id)
    .execute();
  expect((await (await t.as(people.stranger)).get(`/v1/cases/${kept.id}/content/`)).statusCode).toBe(200);
  expect((await read(people.stranger, 'activities/')).cases_actions).toEqual([]);
  expect((await read(people.recipientMate, 'activities/')).cases_actions).toEqual([]);
});

test('activities show when one’s own data region was confirmed, to nobody else', async () => {
  const { author, authorMate } = people;
  const before = await read(author, 'activities/');
  await t.services.db
    .updateTable('app_user')
    .set({ region_set_at: sql`now()`, created_at: sql`now() - interval '1 year'` })
    .where('id', '=', author.id)
    .execute();
  const { users, cases_actions } = await read(author, 'activities/');
  expect(cases_actions).toHaveLength(before.cases_actions.length + 1);
  expect(users.map(({ id }: { id: number }) => id)).toContain(author.id);
  expect(cases_actions[0]).toMatchObject({
    action: 'REGION_CONFIRM',
    user_id: author.id,
    post_id: null,
    post_no: '',
    patient: { firstname: '', lastname: '' },
  });
  const mates = (await read(authorMate, 'activities/')).cases_actions;
  expect(mates.filter(({ action }: { action: string }) => action === 'REGION_CONFIRM')).toEqual([]);
  await t.services.db
    .updateTable('app_user')
    .set({ region_set_at: sql`now() - interval '2 months'` })
    .where('id', '=', author.id)
    .execute();
  expect((await read(author, 'activities/')).cases_actions).toHaveLength(before.cases_actions.length);
});

test('activities by period and page', async () => {
  const { id } = await newCase();
  const author = await t.as(people.author);
  for (let n = 0; n < 23; n += 1) await author.post(`/v1/cases/${id}/comment/`, { comment: `no ${n}` });
  const first = await read(people.recipient, 'activities/?period=week');
  const second = await read(people.recipient, 'activities/?period=week&page=2');
  expect([first.cases_actions.length, second.cases_actions.length, first.num_pages]).toEqual([20, 3, 2]);
  const ids = [...first.cases_actions, ...second.cases_actions].map((entry: { id: number }) => entry.id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(new Set(ids).size).toBe(23);
  const third = await read(people.recipient, 'activities/?period=week&page=3');
  expect(third).toMatchObject({ cases_actions: [], users: [], num_pages: 2 });
  await t.services.db
    .updateTable('event')
    .set({ at: daysAgo(10) })
    .where('case_id', '=', id)
    .execute();
  expect((await read(people.recipient, 'activities/?period=week')).cases_actions).toEqual([]);
  expect((await read(people.recipient, 'activities/?period=month')).num_pages).toBe(2);
});
