import { randomUUID } from 'node:crypto';
import type { HistoryEntry } from '@cusp/contract/history';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { openTwoSides } from '../../testing/two-sides.ts';
import { png, stl, upload } from '../../testing/uploads.ts';

const { t, people, newCase } = await openTwoSides();

async function page(user: { id: number }, caseId: number, before?: string) {
  const reply = await (await t.as(user)).get(
    `/v1/cases/${caseId}/history/${before ? `?before=${before}` : ''}`,
  );
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ entries: HistoryEntry[]; next: string | null }>();
}
const entriesFor = async (user: { id: number }, caseId: number) =>
  (await page(user, caseId)).entries.map(({ action, person }) => `${person?.name ?? '-'} ${action}`);

/** An audit log entry some minutes ago. */
const read = (caseId: number, userId: number, minutesAgo: number, action = 'case_read', fileId?: number) =>
  t.services.db
    .insertInto('audit_log')
    .values({
      at: sql<Date>`now() - make_interval(mins => ${minutesAgo})`,
      action,
      user_id: userId,
      acting_for: null,
      session_id: null,
      object_type: fileId ? 'file' : null,
      object_id: fileId ?? null,
      case_id: caseId,
      request_id: null,
      detail: '{}',
    })
    .execute();

async function publishedLongAgo() {
  const dentalCase = await newCase();
  await t.services.db
    .updateTable('dental_case')
    .set({ published_at: sql`now() - interval '9 days'` })
    .where('id', '=', dentalCase.id)
    .execute();
  return dentalCase;
}

describe('a history is refused', () => {
  test('history of a draft or of an invisible case gets 404', async () => {
    const draft = await createCase(t.services, { author: people.author, draft: true });
    const { id } = await newCase();
    for (const [user, caseId] of [
      [people.author, draft.id],
      [people.stranger, id],
      [people.partner, id],
    ] as const) {
      const reply = await (await t.as(user)).get(`/v1/cases/${caseId}/history/`);
      expect(reply.statusCode).toBe(404);
    }
  });

  test.each(['x', '1', '1-x1', "1-e1'"])('history with an invalid cursor gets 400: %j', async (before) => {
    const { id } = await newCase();
    const reply = await (await t.as(people.author)).get(
      `/v1/cases/${id}/history/?before=${encodeURIComponent(before)}`,
    );
    expect(reply.statusCode).toBe(400);
  });
});

test('both sides read who did what, latest first', async () => {
  const { id } = await newCase();
  const [author, recipient] = [await t.as(people.author), await t.as(people.recipient)];
  const added = await author.post(`/v1/cases/${id}/comment/`, { comment: 'Between us' });
  expect(added.statusCode).toBe(200);
  await upload(author, id, png('a'), 'front.png');
  await upload(author, id, png('b'), 'side.png');
  await author.put(`/v1/cases/${id}/files/upload-done/`);
  await recipient.put(`/v1/cases/${id}/status/`, { action: 'PROC' });
  await recipient.put(`/v1/cases/${id}/assignee/`, { assignee_id: people.recipientMate.id });
  const wish = { key: randomUUID(), recipient: 'Milling centre', days: 1, allows_download: true };
  const share = await recipient.post(`/v1/cases/${id}/share/`, wish);
  await t.nobody.get(`/v1/share/case/?data=${share.json().token}`);
  await recipient.put(`/v1/share/${share.json().share.id}/revoke/`);

  for (const user of [people.authorMate, people.recipientMate]) {
    expect(await entriesFor(user, id)).toEqual([
      'Rita Recipient share_revoked',
      '- share_opened',
      'Rita Recipient shared',
      'Rita Recipient assignee',
      'Rita Recipient status',
      'Ada Author files_added',
      'Ada Author comment_added',
    ]);
  }
  const { entries } = await page(people.author, id);
  const of = (action: string) => entries.find((entry) => entry.action === action);
  expect(of('status')?.status).toEqual({ from: 'OPEN', to: 'PROC' });
  expect(of('assignee')?.assignee).toBe('Ron Mate');
  expect(of('files_added')?.files.map(({ filename }) => filename)).toEqual(['front.png', 'side.png']);
  expect(of('shared')?.recipient).toBe('Milling centre');
  expect(JSON.stringify(entries)).not.toContain('Between us');
});

test('the receiver of an author’s link is hidden from the recipient’s side', async () => {
  const { id } = await newCase();
  const wish = { key: randomUUID(), recipient: 'Second opinion', days: 1, allows_download: true };
  await (await t.as(people.author)).post(`/v1/cases/${id}/share/`, wish);
  expect((await page(people.authorMate, id)).entries[0]).toMatchObject({ recipient: 'Second opinion' });
  expect((await page(people.recipient, id)).entries[0]).toMatchObject({ action: 'shared', recipient: null });
});

describe('reads in a history', () => {
  test('repeated reads are one entry, and a later one is another', async () => {
    const { id } = await publishedLongAgo();
    for (const minutes of [300, 280, 250, 5, 4, 3]) await read(id, people.author.id, minutes);
    const { entries } = await page(people.authorMate, id);
    expect(entries.map(({ action, count }) => [action, count])).toEqual([
      ['opened', 3],
      ['opened', 3],
    ]);
    const first = entries[0]?.id;
    await read(id, people.author.id, 0);
    const after = await page(people.authorMate, id);
    expect(after.entries[0]).toMatchObject({ id: first, count: 4 });
  });

  test('the other side sees the first read of each person, and every download', async () => {
    const { id } = await publishedLongAgo();
    for (const minutes of [3000, 2000, 1000]) {
      await read(id, people.recipient.id, minutes);
      await read(id, people.recipient.id, minutes - 1, 'files_downloaded');
    }
    await read(id, people.recipientMate.id, 10);
    expect(await entriesFor(people.recipient, id)).toHaveLength(7);
    const others = (await page(people.author, id)).entries;
    expect(others.map(({ action, person, count }) => [action, person?.name, count])).toEqual([
      ['opened', 'Ron Mate', 1],
      ['downloaded_all', 'Rita Recipient', 1],
      ['downloaded_all', 'Rita Recipient', 1],
      ['downloaded_all', 'Rita Recipient', 1],
      ['opened', 'Rita Recipient', 1],
    ]);
  });

  test('refused requests, the viewer’s requests and draft actions are not in the history', async () => {
    const { id } = await newCase();
    const client = await t.as(people.author);
    const fileId = (await upload(client, id, png('a'), 'front.png')).json().id;
    await read(id, people.author.id, 60, 'file_downloaded', fileId);
    await client.get(`/v1/files/${fileId}/download/?inline=1`);
    expect(await entriesFor(people.author, id)).toEqual([]);
    await client.get(`/v1/files/${fileId}/download/`);
    expect((await page(people.recipient, id)).entries).toMatchObject([
      { action: 'downloaded', files: [{ id: fileId, filename: 'front.png' }] },
    ]);
  });
});

test('both sides see the order form download, a deletion and its undoing', async () => {
  const { id } = await newCase();
  const author = await t.as(people.author);
  await (await t.as(people.recipient)).get(`/v1/cases/${id}/order-form/`);
  await (await t.as(people.recipient)).get(`/v1/cases/${id}/order-form/?inline=1`);
  const other = await newCase();
  const removed = await author.delete('/v1/cases/0/remove/', { ids: [id, other.id] });
  await author.post(`/v1/case-deletions/${removed.json().deletion}/undo/`);
  for (const user of [people.authorMate, people.recipientMate]) {
    const { entries } = await page(user, id);
    expect(entries.map(({ action, person, count }) => [action, person?.name, count])).toEqual([
      ['restored', 'Ada Author', 1],
      ['deleted', 'Ada Author', 1],
      ['order_form', 'Rita Recipient', 2],
    ]);
  }
});

test('navigating to a file that cannot be shown counts as download, whatever the URL asks for', async () => {
  const { id } = await newCase();
  const client = await t.as(people.recipient);
  const scan = (await upload(client, id, stl(3), 'upper.stl')).json().id;
  const photo = (await upload(client, id, png('a'), 'front.png')).json().id;
  const window = { 'sec-fetch-dest': 'document' };
  for (const fileId of [scan, photo]) {
    await client.get(`/v1/files/${fileId}/download/?inline=1`);
    await client.request('GET', `/v1/files/${fileId}/download/?inline=1`, undefined, window);
  }
  const { entries } = await page(people.author, id);
  expect(entries).toMatchObject([{ action: 'downloaded', count: 1, files: [{ id: scan }] }]);
});

test('pages have no gaps or overlaps while new entries arrive', async () => {
  const { id } = await publishedLongAgo();
  for (let hours = 45; hours > 0; hours--) await read(id, people.author.id, hours * 120);
  const all: string[] = [];
  let next: string | null | undefined;
  do {
    const got = await page(people.author, id, next ?? undefined);
    expect(got.entries.length).toBeLessThanOrEqual(20);
    all.push(...got.entries.map((entry) => entry.at));
    await read(id, people.authorMate.id, 0);
    next = got.next;
  } while (next);
  expect(all).toHaveLength(45);
  expect(new Set(all).size).toBe(45);
  expect(all).toEqual([...all].sort().reverse());
});
