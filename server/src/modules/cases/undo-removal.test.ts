import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { begun } from '../../testing/tus.ts';
import { auditOf, eventsOf, ids, twoSides } from '../../testing/two-sides.ts';
import { png, upload } from '../../testing/uploads.ts';
import { finishDeletion, tidyDeletions } from './finish-deletion.ts';

let t: TestApp;
let people: Awaited<ReturnType<typeof twoSides>>;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  people = await twoSides(t);
});

const newCase = (change: object = {}) => createCase(t.services, { ...people, ...change });
const remove = async (...caseIds: number[]) => {
  const reply = await (await t.as(people.author)).delete('/v1/cases/0/remove/', { ids: caseIds });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().deletion as number;
};
const undo = async (person: { id: number }, deletion: number) =>
  (await t.as(person)).post(`/v1/case-deletions/${deletion}/undo/`);
const letTimePass = (deletion: number) =>
  t.services.db
    .updateTable('case_deletion')
    .set({ ends_at: sql`now() - interval '1 second'` })
    .where('id', '=', deletion)
    .execute();
/** All that a person is told of a case, one way or another. */
async function told(person: { id: number }, caseId: number) {
  const client = await t.as(person);
  const { posts, page } = (await client.get('/v1/cases/')).json();
  const found = (await client.get('/v1/cases/?search=Patient')).json();
  const detail = await client.get(`/v1/cases/${caseId}/all/`);
  return {
    row: posts.find(({ id }: { id: number }) => id === caseId),
    total: page.total_num,
    unread: (await client.get('/v1/cases/?unreadCommentsOnly=true')).json().page.total_num,
    found: found.page.total_num,
    detail: detail.statusCode === 200 ? detail.json() : detail.statusCode,
    counts: (await client.get('/v1/dashboard/cases/status/')).json(),
    restorations: (await client.get('/v1/dashboard/cases/restorations/')).json(),
    activities: (await client.get('/v1/dashboard/cases/activities/?period=week')).json().cases_actions.length,
  };
}

describe('undoing is refused', () => {
  test('to nobody, strangers, and the people of the case who did not delete it', async () => {
    const deletion = await remove((await newCase()).id);
    expect((await t.nobody.post(`/v1/case-deletions/${deletion}/undo/`)).statusCode).toBe(401);
    for (const person of [people.stranger, people.partner])
      expect((await undo(person, deletion)).statusCode).toBe(404);
    for (const person of [people.authorMate, people.recipient, people.recipientMate]) {
      const reply = await undo(person, deletion);
      expect(reply.statusCode).toBe(403);
      expect(reply.json()).toMatchObject({ code: 'deletion_not_yours' });
    }
    expect((await undo(people.author, 987654321)).statusCode).toBe(404);
  });

  test('after its time, and when the job was faster', async () => {
    const { id } = await newCase();
    const late = await remove(id);
    await letTimePass(late);
    const reply = await undo(people.author, late);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'deletion_over' });
    const final = await remove((await newCase()).id);
    await finishDeletion(t.services, final);
    expect((await undo(people.author, final)).statusCode).toBe(409);
    expect((await (await t.as(people.author)).get(`/v1/cases/${id}/content/`)).statusCode).toBe(404);
  });
});

test('a deleted case is gone at once for everybody, and undone it is as it was', async () => {
  const { id } = await newCase();
  const author = await t.as(people.author);
  const fileId = (await upload(author, id, png(), 'photo.png')).json().id;
  await author.put(`/v1/cases/${id}/files/upload-done/`);
  await author.post(`/v1/cases/${id}/comment/`, { comment: 'Hello' });
  await author.get(`/v1/cases/${id}/all/`);
  const everybody = [people.author, people.authorMate, people.recipient];
  const before = await Promise.all(everybody.map((person) => told(person, id)));

  const deletion = await remove(id);
  const nothing = {
    row: undefined,
    total: 0,
    unread: 0,
    found: 0,
    detail: 404,
    counts: { status_counts: { open: 0, inprog: 0, completed: 0, reopened: 0, closed: 0 } },
    restorations: { restoration_counts: [] },
    activities: 0,
  };
  for (const person of everybody) {
    expect(await told(person, id)).toEqual(nothing);
    const client = await t.as(person);
    for (const path of [
      `/v1/cases/${id}/files/`,
      `/v1/cases/${id}/comments/`,
      `/v1/files/${fileId}/download/`,
    ])
      expect((await client.get(path)).statusCode, path).toBe(404);
  }

  expect((await undo(people.author, deletion)).statusCode).toBe(200);
  expect(await Promise.all(everybody.map((person) => told(person, id)))).toMatchObject(
    before.map(({ detail, ...rest }) => ({
      ...rest,
      // Reading it marked its comments as read and the case as opened.
      row: expect.objectContaining({ id }),
      unread: expect.anything(),
      counts: expect.anything(),
      detail: {
        files: detail.files,
        comments: [{ text: 'Hello', id: detail.comments[0].id }],
        updated_date: detail.updated_date,
      },
    })),
  );
  expect((await author.get(`/v1/files/${fileId}/download/`)).rawPayload).toEqual(png());
});

const keyOf = async (fileId: number) =>
  (
    await t.services.db
      .selectFrom('case_file')
      .select('storage_key')
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow()
  ).storage_key;

test('unread comments stay unread through deleting and undoing', async () => {
  const { id } = await newCase();
  await (await t.as(people.author)).post(`/v1/cases/${id}/comment/`, { comment: 'Hello' });
  await undo(people.author, await remove(id));
  const { posts } = (await (await t.as(people.recipient)).get('/v1/cases/?unreadCommentsOnly=true')).json();
  expect(posts).toMatchObject([{ id, unread_comments: 1, comment_count: 1 }]);
});

test('undoing tells both sides, each of their own cases, and is in the audit log', async () => {
  const [here, there] = [await newCase(), await newCase({ recipient: people.partner })];
  await undo(people.author, await remove(here.id, there.id));
  const [, own] = await eventsOf(t, here.id);
  expect(own).toMatchObject({ name: 'posts_restored', activity: null, ids: { cases: [here.id] } });
  expect(own?.audience.toSorted((a, b) => a - b)).toEqual(
    ids(people.author, people.authorMate, people.recipient, people.recipientMate),
  );
  const [, other] = await eventsOf(t, there.id);
  expect(other?.audience).not.toContain(people.recipient.id);
  expect((await auditOf(t, here.id)).map(({ action }) => action)).toEqual(['case_deleted', 'case_restored']);
});

test('a second click on Undo changes nothing and is told the same', async () => {
  const { id } = await newCase();
  const deletion = await remove(id);
  const replies = await Promise.all([undo(people.author, deletion), undo(people.author, deletion)]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await eventsOf(t, id)).map(({ name }) => name)).toEqual(['posts_deleted', 'posts_restored']);
});

test('an undone deletion is never made final, and the case can be deleted anew', async () => {
  const { id } = await newCase();
  const first = await remove(id);
  await undo(people.author, first);
  await finishDeletion(t.services, first);
  expect((await (await t.as(people.author)).get(`/v1/cases/${id}/content/`)).statusCode).toBe(200);
  const second = await remove(id);
  expect((await undo(people.author, first)).statusCode).toBe(200);
  expect((await (await t.as(people.author)).get(`/v1/cases/${id}/content/`)).statusCode).toBe(404);
  expect((await undo(people.author, second)).statusCode).toBe(200);
});

test('what arrives while it can be undone is refused as for a missing case', async () => {
  const { id } = await newCase();
  await remove(id);
  for (const person of [people.author, people.recipient]) {
    const client = await t.as(person);
    expect((await upload(client, id, png(), 'late.png')).statusCode).toBe(404);
    expect((await client.post(`/v1/cases/${id}/comment/`, { comment: 'late' })).statusCode).toBe(404);
    expect((await client.put(`/v1/cases/${id}/status/`, { action: 'CLSD' })).statusCode).toBe(404);
    expect((await client.put(`/v1/cases/${id}/files/upload-done/`)).statusCode).toBe(404);
  }
});

test('bytes go when it is final, not before; the rows stay for the retention', async () => {
  const { id } = await newCase();
  const fileId = (await upload(await t.as(people.recipient), id, png(), 'photo.png')).json().id;
  const key = await keyOf(fileId);
  const isWaiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pgboss.job
      where name = 'delete-bytes' and data->>'key' = ${key} and start_after < now() + interval '1 hour'
    `.execute(t.services.db);
    return rows[0]?.n === 1;
  };
  const deletion = await remove(id);
  expect(await startsAtTheEnd(deletion)).toBe(true);
  expect(await isWaiting()).toBe(false);
  await finishDeletion(t.services, deletion);
  await finishDeletion(t.services, deletion);
  expect(await isWaiting()).toBe(true);
  const kept = await t.services.db.selectFrom('dental_case').selectAll().where('id', '=', id).execute();
  expect(kept).toMatchObject([{ patient_first: 'Jo' }]);
  expect((await auditOf(t, id)).map(({ action }) => action)).toEqual([
    'file_uploaded',
    'case_deleted',
    'case_deletion_final',
  ]);
  await letTimePass(deletion);
  await tidyDeletions(t.services);
  expect((await undo(people.author, deletion)).statusCode).toBe(409);
});

test('what was on its way to a case goes with it, and goes on when it comes back', async () => {
  const { id } = await newCase();
  const client = await t.as(people.recipient);
  await begun(client, id, 'a.png', 100);
  const open = async () => (await client.get(`/v1/cases/${id}/uploads/`)).json().uploads.length;
  await undo(people.author, await remove(id));
  expect(await open()).toBe(1);
  const deletion = await remove(id);
  await finishDeletion(t.services, deletion);
  const left = await t.services.db.selectFrom('upload').select('id').where('case_id', '=', id).execute();
  expect(left).toEqual([]);
});

/** Whether the job that makes a deletion final waits until it cannot be undone any more. */
async function startsAtTheEnd(deletion: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select date_trunc('milliseconds', deletion.ends_at) = job.start_after as is
    from pgboss.job as job join case_deletion as deletion on deletion.id = (job.data->>'deletionId')::bigint
    where job.name = 'finish-deletion' and deletion.id = ${deletion}
  `.execute(t.services.db);
  return rows.length === 1 && rows[0]?.is === true;
}

test('a page past the end, after its last case is gone, is the last one there is', async () => {
  const cases = await Promise.all(Array.from({ length: 26 }, () => newCase()));
  const author = await t.as(people.author);
  const second = (await author.get('/v1/cases/?page=2')).json();
  expect(second).toMatchObject({ page: { number: 2, total_num: 26 }, posts: [{}] });
  const deletion = await remove(second.posts[0].id);
  const after = (await author.get('/v1/cases/?page=2')).json();
  expect(after.page).toMatchObject({ number: 1, num_pages: 1, total_num: 25 });
  expect(after.posts).toHaveLength(25);
  await undo(people.author, deletion);
  expect((await author.get('/v1/cases/?page=2')).json().posts[0].id).toBe(second.posts[0].id);
  expect(cases).toHaveLength(26);
});

test('somebody who leaves the group meanwhile is not the assignee of the case that comes back', async () => {
  const { id } = await newCase();
  const lab = await t.as(people.recipient);
  await lab.put(`/v1/cases/${id}/assignee/`, { assignee_id: people.recipientMate.id });
  const deletion = await remove(id);
  const member = await t.services.db
    .selectFrom('group_member')
    .select('id')
    .where('user_id', '=', people.recipientMate.id)
    .executeTakeFirstOrThrow();
  const left = await (await t.as(people.recipientMate)).delete(`/v1/group/users/${member.id}/remove/`);
  expect(left.statusCode, left.body).toBe(200);
  await undo(people.author, deletion);
  expect((await lab.get(`/v1/cases/${id}/content/`)).json().assignee).toBeNull();
});

test('counts are exact after whatever was deleted, undone, made final and changed', async () => {
  const step = fc.record({
    what: fc.constantFrom('new', 'new', 'remove', 'undo', 'final', 'status'),
    pick: fc.nat(),
    size: fc.integer({ min: 1, max: 3 }),
    side: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const living: number[] = [];
      const deletions: number[] = [];
      for (const { what, pick, size, side } of steps) {
        const one = living[pick % Math.max(1, living.length)];
        const deletion = deletions[pick % Math.max(1, deletions.length)];
        if (what === 'new')
          living.push((await newCase(side ? {} : { author: people.recipient, recipient: people.author })).id);
        if (what === 'remove') {
          const reply = await (await t.as(people.author)).delete('/v1/cases/0/remove/', {
            ids: living.slice(0, size),
          });
          if (reply.statusCode === 200) deletions.push(reply.json().deletion);
        }
        if (what === 'undo' && deletion) await undo(people.author, deletion);
        if (what === 'final' && deletion) await finishDeletion(t.services, deletion);
        if (what === 'status' && one)
          await (await t.as(side ? people.author : people.recipient)).put(`/v1/cases/${one}/status/`, {
            action: side ? 'CLSD' : 'PROC',
          });
      }
      await expectExactCounts();
    }),
    { numRuns: 12 },
  );
});

/** What the tally says is what counting says, and so do list and dashboard. */
async function expectExactCounts(): Promise<void> {
  const { rows: wrong } = await sql`
    select * from (
      select author_id, recipient_id, status, count(*)::integer as n from dental_case
      where published_at is not null and deleted_at is null group by 1, 2, 3
    ) as counted full join (
      select author_id, recipient_id, status, count as n from case_tally where count <> 0
    ) as tally using (author_id, recipient_id, status, n)
    where counted is null or tally is null
  `.execute(t.services.db);
  expect(wrong).toEqual([]);
  for (const person of [people.author, people.recipientMate]) {
    const client = await t.as(person);
    const { total_num } = (await client.get('/v1/cases/')).json().page;
    const { status_counts } = (await client.get('/v1/dashboard/cases/status/')).json();
    const sum = Object.values<number>(status_counts).reduce((all, one) => all + one, 0);
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from dental_case where published_at is not null and deleted_at is null
        and ${people.author.id} = any(array[author_id, recipient_id])
    `.execute(t.services.db);
    expect([total_num, sum]).toEqual([rows[0]?.n, rows[0]?.n]);
  }
}

test('the job of the end does nothing to a deletion that nobody knows', async () => {
  await expect(finishDeletion(t.services, 987654321)).resolves.toBeUndefined();
});
