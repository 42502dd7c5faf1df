import { describe, expect, test } from 'vitest';
import { letTimePass, removeAs, undoAs } from '../../testing/deletions.ts';
import { auditOf, eventsOf, ids, openFreshSides } from '../../testing/two-sides.ts';
import { png, upload } from '../../testing/uploads.ts';
import { finishDeletion } from '../case-page/finish-deletion.ts';

const { t, people, newCase } = await openFreshSides();

const remove = (...caseIds: number[]) => removeAs(t, people.author, caseIds);
const undo = (person: { id: number }, deletion: number) => undoAs(t, person, deletion);
/** Everything that a person is shown or sent about a case, in any way. */
async function viewOf(person: { id: number }, caseId: number) {
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

describe('undoing a deletion is refused', () => {
  test('undo: 401 for guests, 404 for strangers and for parties of the case who did not delete it', async () => {
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

  test('undo is refused after its time and when the final job was faster', async () => {
    const { id } = await newCase();
    const late = await remove(id);
    await letTimePass(t, late);
    const reply = await undo(people.author, late);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'deletion_over' });
    const final = await remove((await newCase()).id);
    await finishDeletion(t.services, final);
    expect((await undo(people.author, final)).statusCode).toBe(409);
    expect((await (await t.as(people.author)).get(`/v1/cases/${id}/content/`)).statusCode).toBe(404);
  });
});

test('deleting removes a case at once for one side only, and undoing restores it unchanged', async () => {
  const { id } = await newCase();
  const author = await t.as(people.author);
  const fileId = (await upload(author, id, png(), 'photo.png')).json().id;
  await author.put(`/v1/cases/${id}/files/upload-done/`);
  await author.post(`/v1/cases/${id}/comment/`, { comment: 'Hello' });
  await author.get(`/v1/cases/${id}/all/`);
  const ownSide = [people.author, people.authorMate];
  const everybody = [...ownSide, people.recipient];
  const before = await Promise.all(everybody.map((person) => viewOf(person, id)));

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
  const { detail: kept, ...rest } = await viewOf(people.recipient, id);
  const { detail, ...asBefore } = before[2] ?? nothing;
  expect([rest, kept]).toMatchObject([asBefore, { ...detail, other_side_deleted: true }]);
  for (const person of ownSide) {
    expect(await viewOf(person, id)).toEqual(nothing);
    const client = await t.as(person);
    for (const path of [
      `/v1/cases/${id}/files/`,
      `/v1/cases/${id}/comments/`,
      `/v1/files/${fileId}/download/`,
    ])
      expect((await client.get(path)).statusCode, path).toBe(404);
  }

  expect((await undo(people.author, deletion)).statusCode).toBe(200);
  expect(await Promise.all(everybody.map((person) => viewOf(person, id)))).toMatchObject(
    before.map(({ detail, ...rest }) => ({
      ...rest,
      detail: {
        files: detail.files,
        comments: [{ text: 'Hello', id: detail.comments[0].id }],
        updated_date: detail.updated_date,
      },
    })),
  );
  expect((await author.get(`/v1/files/${fileId}/download/`)).rawPayload).toEqual(png());
});

test('unread comments stay unread through deleting and undoing', async () => {
  const { id } = await newCase();
  await (await t.as(people.author)).post(`/v1/cases/${id}/comment/`, { comment: 'Hello' });
  await undo(people.author, await remove(id));
  const { posts } = (await (await t.as(people.recipient)).get('/v1/cases/?unreadCommentsOnly=true')).json();
  expect(posts).toMatchObject([{ id, unread_comments: 1, comment_count: 1 }]);
});

test('undo sends both sides events with their own cases only, and is in the audit log', async () => {
  const [here, there] = [await newCase(), await newCase({ recipient: people.partner })];
  await undo(people.author, await remove(here.id, there.id));
  const own = (await eventsOf(t, here.id)).at(-1);
  expect(own).toMatchObject({ name: 'posts_restored', activity: null, ids: { cases: [here.id] } });
  expect(own?.audience.toSorted((a, b) => a - b)).toEqual(
    ids(people.author, people.authorMate, people.recipient, people.recipientMate),
  );
  const other = (await eventsOf(t, there.id)).at(-1);
  expect(other?.audience).not.toContain(people.recipient.id);
  expect((await auditOf(t, here.id)).map(({ action }) => action)).toEqual(['case_deleted', 'case_restored']);
});

test('a second click on Undo changes nothing and gets the same answer', async () => {
  const { id } = await newCase();
  const deletion = await remove(id);
  const replies = await Promise.all([undo(people.author, deletion), undo(people.author, deletion)]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await eventsOf(t, id)).map(({ name }) => name)).toEqual([
    'posts_deleted',
    'copy_deleted',
    'posts_restored',
  ]);
});

test('requests for a case that was deleted but can be undone get 404', async () => {
  const { id } = await newCase();
  await remove(id);
  for (const person of [people.author, people.authorMate]) {
    const client = await t.as(person);
    expect((await upload(client, id, png(), 'late.png')).statusCode).toBe(404);
    expect((await client.post(`/v1/cases/${id}/comment/`, { comment: 'late' })).statusCode).toBe(404);
    expect((await client.put(`/v1/cases/${id}/status/`, { action: 'CLSD' })).statusCode).toBe(404);
    expect((await client.put(`/v1/cases/${id}/files/upload-done/`)).statusCode).toBe(404);
  }
});

test('a page past the end, after its last case was deleted, gives the last page', async () => {
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

test('somebody who left the group meanwhile is not the assignee of a restored case', async () => {
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
