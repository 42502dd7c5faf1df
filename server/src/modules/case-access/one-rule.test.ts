import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '../../platform/db/database.ts';
import { wish } from '../../testing/sharing.ts';
import { png, upload } from '../../testing/uploads.ts';
import type { Side } from './case-sides.sql.ts';

// The visibility rule has one file. This test changes the rule there (a person blocked by their partner sees none of
// their cases) and expects every read to follow. The server is loaded a second time with that file replaced, and the
// module cache is reset afterwards because test files share a process.
vi.resetModules();
vi.doMock(import('./case-sides.sql.ts'), async (original) => {
  const { sidesOf } = await original();
  const unlessBlocked = (side: Side): Side => ({
    ...side,
    sees: sql<boolean>`(${side.sees} and not exists (
      select from blocked where by_id = ${side.other} and who_id = ${side.own}
    ))`,
  });
  return {
    sidesOf: (table) => {
      const { both, author, recipient } = sidesOf(table);
      return { both, author: unlessBlocked(author), recipient: unlessBlocked(recipient) };
    },
  };
});
const { eventsOf, ids, openTwoSides, waitingJobs } = await import('../../testing/two-sides.ts');
const { readReplay } = await import('../live/replay.sql.ts');
afterAll(() => {
  vi.doUnmock('./case-sides.sql.ts');
  vi.resetModules();
});

const { t, people, newCase } = await openTwoSides();

beforeAll(async () => {
  const { db } = connect(t.urls.owner, 1);
  await sql`create table blocked (by_id bigint not null, who_id bigint not null)`.execute(db);
  await sql`grant select on blocked to public`.execute(db);
  await db.destroy();
});

async function setBlocked(by: { id: number }, who: { id: number }, isBlocked: boolean): Promise<void> {
  const { db } = connect(t.urls.owner, 1);
  await (isBlocked
    ? sql`insert into blocked values (${by.id}, ${who.id})`
    : sql`delete from blocked where by_id = ${by.id}`
  ).execute(db);
  await db.destroy();
}

const LISTS = {
  all: '',
  'by status': 'sort=status+asc',
  'by due date': 'sort=due+asc',
  unread: 'unreadCommentsOnly=true',
  overdue: 'due=overdue',
  'assigned to a mate': '',
  'sent lately': `createDateFrom=${new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10)}`,
  crowns: 'restoration=crown',
  'with a person': '',
  'by the name of the patient': 'search=Visible',
  'by the name of the author': 'search=Ada',
  'by a comment': 'search=blabla',
};

const DETAILS = [
  (id: number) => `/v1/cases/${id}/content/`,
  (id: number) => `/v1/cases/${id}/all/`,
  (_: number, no: string) => `/v1/cases/${no}/`,
  (id: number) => `/v1/cases/${id}/history/`,
  (id: number) => `/v1/cases/${id}/people/`,
  (id: number) => `/v1/cases/${id}/shares/`,
  (id: number) => `/v1/cases/${id}/handoffs/`,
  (id: number) => `/v1/cases/${id}/uploads/`,
  (id: number) => `/v1/cases/${id}/order-form/`,
  (id: number) => `/v1/cases/${id}/steps/`,
  (id: number) => `/v1/cases/${id}/shipments/`,
  (id: number) => `/v1/cases/${id}/statements/`,
  (id: number) => `/v1/offline/cases/${id}/`,
];

/** Everything the application shows a person about a case, by the way it is shown. */
async function everythingSeenBy(
  person: { id: number },
  { id, no }: { id: number; no: string },
  fileId: number,
) {
  const client = await t.as(person);
  const json = async (path: string) => (await client.get(path)).json();
  const lists: Record<string, unknown> = {};
  for (const [name, query] of Object.entries({
    ...LISTS,
    'assigned to a mate': `assignee=${people.recipientMate.id}`,
    'with a person': `uid=${people.author.id}`,
  })) {
    const { posts, page } = await json(`/v1/cases/?${query}`);
    lists[name] = [posts.map((post: { id: number }) => post.id), page.total_num];
  }
  const status = async (path: string) => (await client.get(path)).statusCode;
  const { events } = await readReplay(t.services.db, person.id, { lastEventId: 1, since: null });
  const today = await json('/v1/dashboard/cases/today/');
  const { status_counts } = await json('/v1/dashboard/cases/status/');
  return {
    lists,
    details: await Promise.all(DETAILS.map((path) => status(path(id, no)))),
    days: (await json('/v1/cases/days/?from=2020-01-01&to=2020-01-31&per_day=5')).days.length,
    kept: (await json('/v1/offline/cases/')).posts.length,
    counts: Object.values<number>(status_counts).reduce((sum, count) => sum + count, 0),
    today: [today.unread, today.soon, today.overdue],
    needs: (await json('/v1/dashboard/cases/needs/')).cases.length,
    weeks: (await json('/v1/dashboard/cases/weeks/')).weeks.reduce(
      (sum: number, week: { sent: number }) => sum + week.sent,
      0,
    ),
    restorations: (await json('/v1/dashboard/cases/restorations/?period=week')).restoration_counts.length,
    activities: (await json('/v1/dashboard/cases/activities/?period=week')).cases_actions.length,
    filters: await json('/v1/user/filters/'),
    files: [await status(`/v1/cases/${id}/files/`), await status(`/v1/files/${fileId}/download/`)],
    comments: [
      await status(`/v1/cases/${id}/comments/`),
      (await client.post(`/v1/cases/${id}/comment/`, { comment: 'blabla' })).statusCode,
    ],
    presence: (await client.put(`/v1/cases/${id}/presence/`, { visit: randomUUID(), typing: false }))
      .statusCode,
    handoff: (await client.post('/v1/auth/otp/', { callfrom: 'phone', postId: id })).statusCode,
    share: (await client.post(`/v1/cases/${id}/share/`, wish())).statusCode,
    replay: events?.some((event) => event.case_id === id),
  };
}

const NOTHING = {
  lists: Object.fromEntries(Object.keys(LISTS).map((name) => [name, [[], 0]])),
  details: DETAILS.map(() => 404),
  days: 0,
  kept: 0,
  counts: 0,
  today: [0, 0, 0],
  needs: 0,
  weeks: 0,
  restorations: 0,
  activities: 0,
  filters: { institutions: [], users: [], assignees: [], restorations: [], materials: [] },
  files: [404, 404],
  comments: [404, 404],
  presence: 404,
  handoff: 404,
  share: 404,
  replay: false,
};

test('changing the visibility rule in its one file changes every read', async () => {
  const dentalCase = await newCase({ patient_last: 'Visible' });
  const { id } = dentalCase;
  const author = await t.as(people.author);
  const lab = await t.as(people.recipient);
  const columns = { assignee_id: people.recipientMate.id, delivery_date: '2020-01-01' };
  await t.services.db.updateTable('dental_case').set(columns).where('id', '=', id).execute();
  const fileId = (await upload(author, id, png(), 'photo.png')).json().id;
  await author.put(`/v1/cases/${id}/files/upload-done/`);
  await author.post(`/v1/cases/${id}/comment/`, { comment: 'blabla' });
  const { token } = (await lab.post(`/v1/cases/${id}/share/`, wish())).json();
  const opened = () => t.nobody.get(`/v1/share/case/?data=${token}`);
  const code = new URL((await lab.post('/v1/auth/otp/', { callfrom: 'phone', postId: id })).json().url).hash;
  const labSide = [people.recipient, people.recipientMate];

  expect((await opened()).statusCode).toBe(200);
  for (const person of labSide) {
    const before = await everythingSeenBy(person, dentalCase, fileId);
    for (const [name, found] of Object.entries(before.lists))
      expect([name, found]).toEqual([name, [[id], 1]]);
    expect(before).toMatchObject({
      details: DETAILS.map(() => 200),
      days: 1,
      kept: 1,
      counts: 1,
      weeks: 1,
      replay: true,
    });
    expect([before.today, before.needs]).toEqual([[1, 0, 1], 1]);
    expect([before.restorations, before.activities > 0]).toEqual([1, true]);
    expect(before.filters).toMatchObject({ users: [{ id: people.author.id }], restorations: [{}] });
    expect([...before.files, ...before.comments]).toEqual([200, 200, 200, 200]);
    expect([before.presence, before.handoff, before.share]).toEqual([200, 200, 200]);
  }

  await setBlocked(people.author, people.recipient, true);
  for (const person of labSide) expect(await everythingSeenBy(person, dentalCase, fileId)).toEqual(NOTHING);
  expect((await opened()).statusCode).not.toBe(200);
  const spent = await t.nobody.request(
    'POST',
    '/v1/auth/otp/open/',
    { code: code.slice(1) },
    { 'sec-fetch-site': 'same-origin' },
  );
  expect(spent.statusCode).not.toBe(200);
  expect((await author.get(`/v1/cases/${id}/people/`)).json().people).toMatchObject([
    { user_id: people.authorMate.id },
  ]);

  // From now on events reach the author's side only, and no mail is sent.
  const mails = (await waitingJobs(t, 'comment-mail')).length;
  await author.post(`/v1/cases/${id}/comment/`, { comment: 'To ourselves' });
  const last = (await eventsOf(t, id)).at(-1);
  expect(last?.audience.toSorted((a, b) => a - b)).toEqual(ids(people.author, people.authorMate));
  const mailed = (await waitingJobs(t, 'comment-mail')).slice(mails).map(({ userId }) => userId);
  expect(mailed).not.toContain(people.recipient.id);
  const here = await author.put(`/v1/cases/${id}/presence/`, { visit: randomUUID(), typing: false });
  expect(here.json()).toEqual({ people: [] });
  expect((await author.get('/v1/cases/')).json().page.total_num).toBe(1);

  await setBlocked(people.author, people.recipient, false);
  expect((await lab.get('/v1/cases/')).json().page.total_num).toBe(1);
});
