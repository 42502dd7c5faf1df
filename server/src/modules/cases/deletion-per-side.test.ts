import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { removeAs, removeForSideOf, undoAs } from '../../testing/deletions.ts';
import { wish } from '../../testing/sharing.ts';
import { auditOf, eventsOf, ids, openFreshSides, waitingJobs } from '../../testing/two-sides.ts';
import { png, upload } from '../../testing/uploads.ts';
import { finishDeletion } from '../case-page/finish-deletion.ts';

const { t, people, newCase } = await openFreshSides();

const statusOf = async (person: { id: number }, caseId: number) =>
  (await (await t.as(person)).get(`/v1/cases/${caseId}/content/`)).statusCode;
const sorted = (audience: readonly number[] = []) => audience.toSorted((a, b) => a - b);

describe('the side that deleted its copy', () => {
  test('the side that deleted its copy gets 404 for the case, through its group and its links too', async () => {
    const { id } = await newCase();
    const author = await t.as(people.author);
    const fileId = (await upload(author, id, png(), 'photo.png')).json().id;
    const { token } = (await author.post(`/v1/cases/${id}/share/`, wish())).json();
    const { url } = (await author.post('/v1/auth/otp/', { callfrom: 'phone', postId: id })).json();
    await removeAs(t, people.author, [id]);
    for (const person of [people.author, people.authorMate]) {
      const client = await t.as(person);
      for (const path of ['content', 'all', 'files', 'comments', 'history', 'people', 'shares', 'order'])
        expect((await client.get(`/v1/cases/${id}/${path}/`)).statusCode, path).toBe(404);
      expect((await client.get(`/v1/files/${fileId}/download/`)).statusCode).toBe(404);
      expect((await client.delete(`/v1/cases/${id}/remove/`)).statusCode).toBe(404);
      expect((await client.put(`/v1/cases/${id}/status/`, { action: 'CLSD' })).statusCode).toBe(404);
      const here = { visit: randomUUID(), typing: false };
      expect((await client.put(`/v1/cases/${id}/presence/`, here)).statusCode).toBe(404);
    }
    const opened = await t.nobody.get(`/v1/share/case/?data=${token}`);
    expect([opened.statusCode, opened.json().code]).toEqual([410, 'share_ended']);
    const code = new URL(url).hash.slice(1);
    const spent = await t.nobody.request(
      'POST',
      '/v1/auth/otp/open/',
      { code },
      { 'sec-fetch-site': 'same-origin' },
    );
    expect(spent.json().code).toBe('handoff_code_invalid');
  });

  test('the side that deleted its copy gets no events, mails, unread marks or mentions', async () => {
    const { id } = await newCase();
    await removeAs(t, people.author, [id]);
    const lab = await t.as(people.recipient);
    const mails = (await waitingJobs(t, 'comment-mail')).length;
    expect((await lab.post(`/v1/cases/${id}/comment/`, { comment: 'For our records' })).statusCode).toBe(200);
    expect((await lab.put(`/v1/cases/${id}/status/`, { action: 'PROC' })).statusCode).toBe(200);
    for (const event of (await eventsOf(t, id)).slice(-2))
      expect(sorted(event.audience)).toEqual(ids(people.recipient, people.recipientMate));
    const unread = await t.services.db
      .selectFrom('unread_comment')
      .select('user_id')
      .where('case_id', '=', id)
      .execute();
    expect(unread).toEqual([{ user_id: people.recipientMate.id }]);
    const mailed = (await waitingJobs(t, 'comment-mail')).slice(mails).map(({ userId }) => userId);
    expect(mailed).toEqual([people.recipientMate.id]);
    const { people: named } = (await lab.get(`/v1/cases/${id}/people/`)).json();
    expect(named).toMatchObject([{ user_id: people.recipientMate.id }]);
  });
});

test('the side that keeps its copy continues, gets the event and sees in the history who deleted theirs', async () => {
  const { id } = await newCase();
  const lab = await t.as(people.recipient);
  expect((await lab.get(`/v1/cases/${id}/content/`)).json().other_side_deleted).toBe(false);
  const deletion = await removeAs(t, people.author, [id]);
  expect((await lab.get(`/v1/cases/${id}/content/`)).json().other_side_deleted).toBe(true);
  expect((await lab.put(`/v1/cases/${id}/status/`, { action: 'PROC' })).statusCode).toBe(200);
  expect((await upload(lab, id, png(), 'design.png')).statusCode).toBe(200);
  expect((await lab.post(`/v1/cases/${id}/share/`, wish())).statusCode).toBe(200);
  const events = await eventsOf(t, id);
  expect(events.slice(0, 2).map(({ name, audience }) => [name, sorted(audience)])).toEqual([
    ['posts_deleted', ids(people.author, people.authorMate)],
    ['copy_deleted', ids(people.recipient, people.recipientMate)],
  ]);
  const entries = async () =>
    (await lab.get(`/v1/cases/${id}/history/`))
      .json<{ entries: { action: string; person: { name: string } | null }[] }>()
      .entries.map(({ action, person }) => `${action} ${person?.name}`);
  expect(await entries()).toContain('deleted Ada Author');
  await undoAs(t, people.author, deletion);
  expect((await lab.get(`/v1/cases/${id}/content/`)).json().other_side_deleted).toBe(false);
  expect(await entries()).toContain('restored Ada Author');
});

test('undoing a deletion shows the other side’s comments from meanwhile as unread', async () => {
  const { id } = await newCase();
  const lab = await t.as(people.recipient);
  const author = await t.as(people.author);
  await lab.post(`/v1/cases/${id}/comment/`, { comment: 'Before' });
  const { comments } = (await author.get(`/v1/cases/${id}/comments/`)).json();
  await author.post(`/v1/cases/${id}/comments/seen/`, { commentIds: [comments[0].id] });
  const deletion = await removeAs(t, people.author, [id]);
  await lab.post(`/v1/cases/${id}/comment/`, { comment: 'Meanwhile' });
  await undoAs(t, people.author, deletion);
  const { posts } = (await author.get('/v1/cases/?unreadCommentsOnly=true')).json();
  expect(posts).toMatchObject([{ id, unread_comments: 1 }]);
  const mate = (await (await t.as(people.authorMate)).get('/v1/cases/?unreadCommentsOnly=true')).json();
  expect(mate.posts).toMatchObject([{ id, unread_comments: 2 }]);
});

test('undoing marks missed comments even if another case has comments with far higher ids', async () => {
  const { id } = await newCase();
  const other = await newCase();
  await sql`
    insert into case_comment (id, case_id, author_id, body)
    values (900000000001, ${other.id}, ${people.author.id}, 'From another region')
  `.execute(t.services.db);
  const deletion = await removeAs(t, people.author, [id]);
  await (await t.as(people.recipient)).post(`/v1/cases/${id}/comment/`, { comment: 'Meanwhile' });
  await undoAs(t, people.author, deletion);
  const { posts } = (await (await t.as(people.author)).get('/v1/cases/?unreadCommentsOnly=true')).json();
  expect(posts).toMatchObject([{ id, unread_comments: 1 }]);
});

test('within one group there is one copy, so deleting removes the case for everybody', async () => {
  const { id } = await newCase({ recipient: people.authorMate });
  const deletion = await removeAs(t, people.author, [id]);
  for (const person of [people.author, people.authorMate]) expect(await statusOf(person, id)).toBe(404);
  expect((await eventsOf(t, id)).map(({ name }) => name)).toEqual(['posts_deleted']);
  await undoAs(t, people.author, deletion);
  for (const person of [people.author, people.authorMate]) expect(await statusOf(person, id)).toBe(200);
});

describe('both sides', () => {
  const purges = async (caseId: number) =>
    (await waitingJobs(t, 'purge-case')).filter((job) => job.caseId === caseId).length;
  const caseWithFile = async () => {
    const { id } = await newCase();
    return {
      id,
      fileId: (await upload(await t.as(people.author), id, png(), 'photo.png')).json().id as number,
    };
  };

  test('both sides deleting concurrently leaves no copy, and the case is purged once', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { id } = await caseWithFile();
      const deletions = await Promise.all([
        removeAs(t, people.author, [id]),
        removeForSideOf(t, people.recipient, id),
      ]);
      expect([await statusOf(people.author, id), await statusOf(people.recipient, id)]).toEqual([404, 404]);
      await Promise.all(deletions.map((deletion) => finishDeletion(t.services, deletion)));
      expect(await purges(id)).toBe(1);
      expect((await auditOf(t, id)).filter(({ action }) => action === 'case_deletion_final')).toHaveLength(2);
    }
  });

  test('undoing while the other side deletes restores only one’s own copy', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { id, fileId } = await caseWithFile();
      const own = await removeAs(t, people.author, [id]);
      const [undone, far] = await Promise.all([
        undoAs(t, people.author, own),
        removeForSideOf(t, people.recipient, id),
      ]);
      expect(undone.statusCode).toBe(200);
      expect([await statusOf(people.author, id), await statusOf(people.recipient, id)]).toEqual([200, 404]);
      await finishDeletion(t.services, far);
      expect(await purges(id)).toBe(0);
      expect((await (await t.as(people.author)).get(`/v1/files/${fileId}/download/`)).statusCode).toBe(200);
    }
  });

  test('a final deletion removes nothing that the other side can still restore', async () => {
    const { id } = await caseWithFile();
    await (await t.as(people.author)).post(`/v1/cases/${id}/comment/`, { comment: 'Hello' });
    const first = await removeAs(t, people.author, [id]);
    const second = await removeForSideOf(t, people.recipient, id);
    await finishDeletion(t.services, first);
    expect(await purges(id)).toBe(0);
    expect((await undoAs(t, people.author, first)).json().code).toBe('deletion_over');
    await undoAs(t, people.recipient, second);
    const { posts } = (await (await t.as(people.recipient)).get('/v1/cases/?unreadCommentsOnly=true')).json();
    expect(posts).toMatchObject([{ id, unread_comments: 1 }]);
    await finishDeletion(t.services, await removeForSideOf(t, people.recipientMate, id));
    expect(await purges(id)).toBe(1);
  });
});
