import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import { createTestApp, openTestApp } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { png, upload } from '../../testing/uploads.ts';
import { announceSilentFiles } from './announce-files.ts';

const t = await openTestApp();

const eventsOf = (caseId: number) =>
  t.services.db
    .selectFrom('event')
    .select(['name', 'activity', 'actor_id', 'action_id', 'audience', 'ids'])
    .where('case_id', '=', caseId)
    .orderBy('id')
    .execute();
const updatedAt = async (caseId: number) =>
  (
    await t.services.db
      .selectFrom('dental_case')
      .select('updated_at')
      .where('id', '=', caseId)
      .executeTakeFirstOrThrow()
  ).updated_at;

describe('upload-done', () => {
  test('upload-done for a case of somebody else gets 404', async () => {
    const dentalCase = await createCase(t.services);
    const stranger = await t.as(await createUser(t.services));
    expect((await stranger.put(`/v1/cases/${dentalCase.id}/files/upload-done/`)).statusCode).toBe(404);
  });

  test('upload-done announces this person’s files to both sides once', async () => {
    const dentalCase = await createCase(t.services);
    const colleague = await createUser(t.services);
    await createGroup(t.services, dentalCase.recipient, [colleague]);
    const author = await t.as(dentalCase.author);
    const recipient = await t.as(dentalCase.recipient);
    const before = await updatedAt(dentalCase.id);
    const ids = [];
    for (const n of [1, 2])
      ids.push((await upload(author, dentalCase.id, png(`${n}`), `${n}.png`)).json().id);
    await upload(recipient, dentalCase.id, png(), 'other.png');
    expect(await eventsOf(dentalCase.id)).toEqual([]);

    const path = `/v1/cases/${dentalCase.id}/files/upload-done/`;
    await author.request('PUT', path, undefined, { 'action-id': 'tab-1' });
    await author.put(path);
    const [event, uploaded, ...more] = await eventsOf(dentalCase.id);
    expect(more).toEqual([]);
    expect(uploaded).toMatchObject({
      name: 'post_uploaded',
      activity: 'POST_UPLOAD',
      actor_id: dentalCase.author.id,
      action_id: 'tab-1',
      audience: event?.audience,
    });
    expect(event).toMatchObject({
      name: 'files_uploaded',
      activity: 'FILE_UPLOAD',
      actor_id: dentalCase.author.id,
      action_id: 'tab-1',
      ids: { files: ids },
    });
    expect(event?.audience.sort()).toEqual(
      [dentalCase.author.id, dentalCase.recipient.id, colleague.id].sort(),
    );
    expect((await updatedAt(dentalCase.id)).getTime()).toBeGreaterThan(before.getTime());
    const mails = (await waitingJobs(t, 'edited-mail')).filter((job) => job.caseId === dentalCase.id);
    expect(new Set(mails.map((job) => job.userId))).toEqual(new Set([dentalCase.recipient.id, colleague.id]));
    expect(mails).toHaveLength(2);
  });

  test('upload-done for a draft announces nothing', async () => {
    const draft = await createCase(t.services, { draft: true });
    const client = await t.as(draft.author);
    await upload(client, draft.id, png(), 'a.png');
    expect((await client.put(`/v1/cases/${draft.id}/files/upload-done/`)).statusCode).toBe(200);
    expect(await eventsOf(draft.id)).toEqual([]);
  });

  test('files without upload-done are announced later', async () => {
    const [left, fresh] = [await createCase(t.services), await createCase(t.services)];
    for (const { id, author } of [left, fresh]) await upload(await t.as(author), id, png(), 'a.png');
    await sql`update case_file set created_at = now() - interval '1 hour' where case_id = ${left.id}`.execute(
      t.services.db,
    );
    await announceSilentFiles(t.services);
    await announceSilentFiles(t.services);
    expect((await eventsOf(left.id)).map(({ name, actor_id }) => [name, actor_id])).toEqual([
      ['files_uploaded', left.author.id],
      ['post_uploaded', left.author.id],
    ]);
    expect(await eventsOf(fresh.id)).toEqual([]);
  });
});

describe('removing a file', () => {
  test('removing is refused for others, for files of other cases, and on a closed case', async () => {
    const dentalCase = await createCase(t.services);
    const author = await t.as(dentalCase.author);
    const { id } = (await upload(author, dentalCase.id, png(), 'a.png')).json();
    const path = `/v1/files/${id}/remove/`;
    const stranger = await t.as(await createUser(t.services));
    expect((await stranger.delete(path)).statusCode).toBe(404);
    expect((await t.nobody.delete(path)).statusCode).toBe(401);
    const other = await (await t.as(dentalCase.recipient)).delete(path);
    expect([other.statusCode, other.json().code]).toEqual([403, 'file_not_yours']);
    await t.services.db
      .updateTable('dental_case')
      .set({ status: 'CLSD' })
      .where('id', '=', dentalCase.id)
      .execute();
    const closed = await author.delete(path);
    expect([closed.statusCode, closed.json().code]).toEqual([409, 'case_closed']);
    const { files } = (await author.get(`/v1/cases/${dentalCase.id}/files/`)).json();
    expect(files).toMatchObject([{ id, del_enabled: false }]);
  });

  test('removing deletes the file, emits events to both sides, and removes its bytes', async () => {
    const worker = await createTestApp({ work: true });
    try {
      const dentalCase = await createCase(worker.services);
      const author = await worker.as(dentalCase.author);
      const { id } = (await upload(author, dentalCase.id, png(), 'a.png')).json();
      const row = await worker.services.db
        .selectFrom('case_file')
        .select('storage_key')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect((await author.delete(`/v1/files/${id}/remove/`)).statusCode).toBe(200);
      expect((await author.delete(`/v1/files/${id}/remove/`)).statusCode).toBe(404);
      expect((await author.get(`/v1/files/${id}/download/`)).statusCode).toBe(404);
      expect((await author.get(`/v1/cases/${dentalCase.id}/files/`)).json().files).toEqual([]);
      const event = await worker.services.db
        .selectFrom('event')
        .select(['name', 'ids'])
        .where('case_id', '=', dentalCase.id)
        .executeTakeFirstOrThrow();
      expect(event).toEqual({ name: 'file_deleted', ids: { file: id } });
      await expect
        .poll(
          () =>
            worker.services.storage.read(row.storage_key).then(
              (s) => s.destroy(),
              () => 'gone',
            ),
          {
            timeout: 15_000,
          },
        )
        .toBe('gone');
    } finally {
      await worker.close();
    }
  });
});
