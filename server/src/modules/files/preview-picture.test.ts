import { MAX_PREVIEW_BYTES } from '@cusp/contract/file-types';
import { describe, expect, test } from 'vitest';
import { createCase, createUser } from '../../testing/factories.ts';
import { type Client, openTestApp } from '../../testing/test-app.ts';
import { eventsOf, ids } from '../../testing/two-sides.ts';
import { formWith, png, stl, upload } from '../../testing/uploads.ts';
import { announceSilentFiles } from './announce-files.ts';

const t = await openTestApp();

const made = (client: Client, caseId: number, filling?: string, filename = 'picture.png') =>
  client.post(`/v1/cases/${caseId}/file/?preview=1`, formWith(png(filling), filename));

/** A case to which these people sent scans. */
async function withScans(...sides: ('author' | 'recipient')[]) {
  const dentalCase = await createCase(t.services);
  for (const [at, side] of sides.entries()) {
    const client = await t.as(dentalCase[side]);
    await upload(client, dentalCase.id, stl(12, at), `scan-${side}.stl`);
    await client.put(`/v1/cases/${dentalCase.id}/files/upload-done/`);
  }
  return dentalCase;
}

const namesIn = async (client: Client, caseId: number): Promise<string[]> =>
  (await client.get(`/v1/cases/${caseId}/files/`))
    .json<{ files: { filename: string }[] }>()
    .files.map(({ filename }) => filename);

describe('a browser-made preview picture is refused', () => {
  test('preview picture is refused from strangers and for closed cases', async () => {
    const dentalCase = await createCase(t.services);
    const stranger = await t.as(await createUser(t.services));
    expect((await made(stranger, dentalCase.id)).statusCode).toBe(404);
    const closed = await createCase(t.services, { status: 'CLSD' });
    const author = await t.as(closed.author);
    expect((await made(author, closed.id)).json().code).toBe('case_closed');
  });

  test('preview picture is refused from people who sent no scan, so that no file is added unseen', async () => {
    const dentalCase = await withScans('author');
    const recipient = await t.as(dentalCase.recipient);
    expect((await made(recipient, dentalCase.id)).statusCode).toBe(403);
    await upload(recipient, dentalCase.id, png(), 'photo.png');
    expect((await made(recipient, dentalCase.id)).statusCode).toBe(403);
    expect(await namesIn(recipient, dentalCase.id)).toEqual(['scan-author.stl', 'photo.png']);
  });

  test.each([
    ['a scan', () => stl(12), 'file_content_mismatch'],
    ['a picture of another kind', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), 'file_content_mismatch'],
    ['a picture larger than any that is made', () => png('x'.repeat(MAX_PREVIEW_BYTES)), 'too_large'],
  ])('preview picture is refused when it is %s', async (_, bytes, code) => {
    const dentalCase = await withScans('author');
    const author = await t.as(dentalCase.author);
    const reply = await author.post(
      `/v1/cases/${dentalCase.id}/file/?preview=1`,
      formWith(bytes(), 'picture.png'),
    );
    expect(reply.json().code).toBe(code);
    expect(await namesIn(author, dentalCase.id)).toEqual(['scan-author.stl']);
  });
});

describe('a browser-made preview picture', () => {
  test('preview picture has a fixed name and is not announced', async () => {
    const dentalCase = await withScans('author');
    const author = await t.as(dentalCase.author);
    expect((await made(author, dentalCase.id)).json().filename).toBe('Preview3D.png');
    await author.put(`/v1/cases/${dentalCase.id}/files/upload-done/`);
    await announceSilentFiles(t.services);
    const events = await eventsOf(t, dentalCase.id);
    expect(events).toMatchObject([
      { name: 'files_uploaded' },
      { name: 'post_uploaded' },
      {
        name: 'preview_made',
        activity: null,
        audience: expect.arrayContaining(ids(dentalCase.author, dentalCase.recipient)),
      },
    ]);
    expect(await namesIn(await t.as(dentalCase.recipient), dentalCase.id)).toEqual([
      'scan-author.stl',
      'Preview3D.png',
    ]);
  });

  test('an existing preview picture is kept, whoever sent it and however its name is written', async () => {
    const dentalCase = await withScans('author', 'recipient');
    const [author, recipient] = [await t.as(dentalCase.author), await t.as(dentalCase.recipient)];
    const { id } = (await upload(author, dentalCase.id, png('scanner'), 'PREVIEW3D.PNG')).json();
    expect((await made(recipient, dentalCase.id)).json()).toMatchObject({ id, filename: 'PREVIEW3D.PNG' });
    expect(await namesIn(author, dentalCase.id)).toContain('PREVIEW3D.PNG');
    expect(await namesIn(author, dentalCase.id)).not.toContain('Preview3D.png');
  });

  test('two browsers making the preview picture concurrently create one', async () => {
    const dentalCase = await withScans('author', 'recipient');
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
      .where('filename', '=', 'Preview3D.png')
      .execute();
    expect(rows).toEqual([{ version: 1 }]);
  });

  test('preview picture of a draft emits no event', async () => {
    const draft = await createCase(t.services, { draft: true });
    const author = await t.as(draft.author);
    await upload(author, draft.id, stl(12), 'scan-upper.stl');
    expect((await made(author, draft.id)).statusCode).toBe(200);
    expect(await eventsOf(t, draft.id)).toEqual([]);
  });
});
