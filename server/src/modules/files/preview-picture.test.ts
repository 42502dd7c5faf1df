import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCase, createUser } from '../../testing/factories.ts';
import { type Client, createTestApp, type TestApp } from '../../testing/test-app.ts';
import { eventsOf, ids } from '../../testing/two-sides.ts';
import { formWith, png, stl, upload } from '../../testing/uploads.ts';
import { tidyFiles } from './tidy-files.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const made = (client: Client, caseId: number, filling?: string, filename = 'picture.png') =>
  client.post(`/v1/cases/${caseId}/file/?preview=1`, formWith(png(filling), filename));

const namesIn = async (client: Client, caseId: number): Promise<string[]> =>
  (await client.get(`/v1/cases/${caseId}/files/`))
    .json<{ files: { filename: string }[] }>()
    .files.map(({ filename }) => filename);

describe('a picture of the scans that a browser made is refused', () => {
  test('from strangers and for closed cases', async () => {
    const dentalCase = await createCase(t.services);
    const stranger = await t.as(await createUser(t.services));
    expect((await made(stranger, dentalCase.id)).statusCode).toBe(404);
    const closed = await createCase(t.services, { status: 'CLSD' });
    const author = await t.as(closed.author);
    expect((await made(author, closed.id)).json().code).toBe('case_closed');
  });

  test('when it is none', async () => {
    const dentalCase = await createCase(t.services);
    const author = await t.as(dentalCase.author);
    const form = formWith(stl(12), 'picture.png');
    const reply = await author.post(`/v1/cases/${dentalCase.id}/file/?preview=1`, form);
    expect(reply.json().code).toBe('file_content_mismatch');
    expect(await namesIn(author, dentalCase.id)).toEqual([]);
  });
});

describe('a picture of the scans that a browser made', () => {
  test('stands under its own name and is told to nobody as an act', async () => {
    const dentalCase = await createCase(t.services);
    const author = await t.as(dentalCase.author);
    expect((await made(author, dentalCase.id)).json().filename).toBe('Preview3D.png');
    await author.put(`/v1/cases/${dentalCase.id}/files/upload-done/`);
    await tidyFiles(t.services);
    const events = await eventsOf(t, dentalCase.id);
    expect(events).toMatchObject([
      {
        name: 'preview_made',
        activity: null,
        audience: expect.arrayContaining(ids(dentalCase.author, dentalCase.recipient)),
      },
    ]);
    expect(await namesIn(await t.as(dentalCase.recipient), dentalCase.id)).toEqual(['Preview3D.png']);
  });

  test('is the one that is there, whoever sent it and however its name is written', async () => {
    const dentalCase = await createCase(t.services);
    const [author, recipient] = [await t.as(dentalCase.author), await t.as(dentalCase.recipient)];
    const { id } = (await upload(author, dentalCase.id, png('scanner'), 'PREVIEW3D.PNG')).json();
    expect((await made(recipient, dentalCase.id)).json()).toMatchObject({ id, filename: 'PREVIEW3D.PNG' });
    expect(await namesIn(author, dentalCase.id)).toEqual(['PREVIEW3D.PNG']);
  });

  test('is one only when two browsers make it at the same time', async () => {
    const dentalCase = await createCase(t.services);
    const [author, recipient] = [await t.as(dentalCase.author), await t.as(dentalCase.recipient)];
    const replies = await Promise.all([
      made(author, dentalCase.id, 'a'),
      made(recipient, dentalCase.id, 'b'),
      made(author, dentalCase.id, 'c'),
    ]);
    expect(new Set(replies.map((reply) => reply.json().id)).size).toBe(1);
    const rows = await t.services.db
      .selectFrom('case_file')
      .select('version')
      .where('case_id', '=', dentalCase.id)
      .execute();
    expect(rows).toEqual([{ version: 1 }]);
  });

  test('of a draft is told to nobody at all', async () => {
    const draft = await createCase(t.services, { draft: true });
    const author = await t.as(draft.author);
    expect((await made(author, draft.id)).statusCode).toBe(200);
    expect(await eventsOf(t, draft.id)).toEqual([]);
  });
});
