import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import * as pictures from '../../testing/pictures.ts';
import { createTestApp, openTestApp } from '../../testing/test-app.ts';
import { formWith, png, sha256, stl, upload } from '../../testing/uploads.ts';

const t = await openTestApp();

const storedFiles = async (caseId: number) => {
  const root = join(t.services.config.dataDir, 'files');
  const halves = await readdir(join(root, 'incoming'));
  const whole = await readdir(join(root, 'cases', String(caseId))).catch(() => []);
  return [...halves, ...whole];
};

/** The beginning of an STL of flat triangles. */
function cutOff(size: number, promised: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32LE(promised, 80);
  return bytes;
}

/** The maximum length of a segment. */
const PROFILE = pictures.segment(0xe2, Buffer.alloc(65_533));

describe('upload refused', () => {
  test('upload: 401 for guests, 404 for strangers, others’ drafts and deleted cases', async () => {
    const dentalCase = await createCase(t.services);
    const draft = await createCase(t.services, { draft: true });
    const deleted = await createCase(t.services);
    await t.services.db
      .updateTable('dental_case')
      .set({ author_removed_at: new Date(), recipient_removed_at: new Date() })
      .where('id', '=', deleted.id)
      .execute();
    const stranger = await t.as(await createUser(t.services));
    expect((await upload(t.nobody, dentalCase.id, png(), 'a.png')).statusCode).toBe(401);
    expect((await upload(stranger, dentalCase.id, png(), 'a.png')).statusCode).toBe(404);
    expect((await upload(await t.as(draft.recipient), draft.id, png(), 'a.png')).statusCode).toBe(404);
    expect((await upload(await t.as(deleted.author), deleted.id, png(), 'a.png')).statusCode).toBe(404);
    expect(await storedFiles(dentalCase.id)).toEqual([]);
  });

  test('upload to a closed case is refused for both sides', async () => {
    const dentalCase = await createCase(t.services, { status: 'CLSD' });
    for (const person of [dentalCase.author, dentalCase.recipient]) {
      const reply = await upload(await t.as(person), dentalCase.id, png(), 'a.png');
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'case_closed']);
    }
  });

  test('upload is refused if the case closes during the transfer', async () => {
    const dentalCase = await createCase(t.services);
    const { write } = t.services.storage;
    t.services.storage.write = async (...all) => {
      await write.apply(t.services.storage, all);
      await t.services.db
        .updateTable('dental_case')
        .set({ status: 'CLSD' })
        .where('id', '=', dentalCase.id)
        .execute();
    };
    const reply = await upload(await t.as(dentalCase.author), dentalCase.id, png(), 'a.png');
    t.services.storage.write = write;
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'case_closed']);
    expect(await storedFiles(dentalCase.id)).toEqual([]);
  });

  test.each([
    ['an extension not in the list', png(), 'tool.exe', 'file_type_not_allowed'],
    ['no extension', png(), 'picture', 'file_type_not_allowed'],
    ['an extension hidden behind another', png(), 'a.png.html', 'file_type_not_allowed'],
    [
      'a .png that is HTML',
      Buffer.from('<!doctype html><script>1</script>'),
      'a.png',
      'file_content_mismatch',
    ],
    [
      'an .stl that is HTML',
      Buffer.from('<html><body>solid</body></html>'),
      'a.stl',
      'file_content_mismatch',
    ],
    ['a .pdf that is an archive', Buffer.from('PK\u0003\u0004 something'), 'a.pdf', 'file_content_mismatch'],
    [
      'an .xml with a DTD',
      Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
      'a.xml',
      'file_content_mismatch',
    ],
    [
      'a picture that would take gigabytes to be shown',
      pictures.png({ width: 40_000, height: 40_000 }),
      'Preview3D.png',
      'picture_too_many_pixels',
    ],
    [
      'the same as a photograph that says so behind its profiles',
      pictures.jpeg({ width: 65_000, height: 65_000, segments: Array<Buffer>(3).fill(PROFILE) }),
      'Preview3D.png',
      'picture_too_many_pixels',
    ],
    ['an STL that was cut off', cutOff(400, 12), 'a.stl', 'file_ends_early'],
    ['an empty file', Buffer.alloc(0), 'a.png', 'file_empty'],
    ['an empty opaque file', Buffer.alloc(0), 'a.qcproject', 'file_empty'],
    ['a name of 10,000 characters', png(), `${'n'.repeat(10_000)}.png`, 'file_name_invalid'],
    ['a name that is only a path', png(), '../../', 'file_name_invalid'],
  ])('%s', async (_, bytes, filename, code) => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const reply = await upload(client, dentalCase.id, bytes, filename);
    expect([reply.statusCode, reply.json().code]).toEqual([400, code]);
    expect(reply.json().errors[0].field).toBe('file');
    expect((await client.get(`/v1/cases/${dentalCase.id}/files/`)).json()).toEqual({ files: [] });
    expect(await storedFiles(dentalCase.id)).toEqual([]);
  });

  test('a truncated scan is refused, with how much of it arrived', async () => {
    const dentalCase = await createCase(t.services);
    const reply = await upload(await t.as(dentalCase.author), dentalCase.id, cutOff(400, 12), 'jaw.stl');
    expect(reply.json()).toMatchObject({ code: 'file_ends_early', triangles: { there: 6, promised: 12 } });
  });

  test('a form without the field, and a body that is no form, are refused', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const path = `/v1/cases/${dentalCase.id}/file/`;
    const wrongField = await client.post(path, formWith(png(), 'a.png', 'attachment'));
    expect([wrongField.statusCode, wrongField.json().code]).toEqual([400, 'file_missing']);
    const noFile = new FormData();
    noFile.append('post_uid', '7');
    expect((await client.post(path, noFile)).json().code).toBe('file_missing');
    expect((await client.post(path, { file: 'text' })).statusCode).toBe(415);
    expect((await client.post(path)).statusCode).toBe(415);
  });

  test('a form that ends in the middle of the file is refused', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const body = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.qcproject"\r\n\r\nhalf of it`;
    const reply = await client.request('POST', `/v1/cases/${dentalCase.id}/file/`, Buffer.from(body), {
      'content-type': 'multipart/form-data; boundary=b',
    });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'form_broken']);
    expect(await storedFiles(dentalCase.id)).toEqual([]);
  });

  test('more than the uploader’s quota is refused, also by two concurrent uploads', async () => {
    const small = await createTestApp({ config: { quotaBytes: 3000 } });
    try {
      const dentalCase = await createCase(small.services);
      const author = await small.as(dentalCase.author);
      const recipient = await small.as(dentalCase.recipient);
      const replies = await Promise.all(
        [1, 2].map((n) => upload(author, dentalCase.id, png('x'.repeat(2000)), `${n}.png`)),
      );
      const refused = replies.filter((reply) => reply.statusCode === 400);
      expect(refused).toHaveLength(1);
      expect(refused[0]?.json()).toMatchObject({ code: 'quota_exceeded', detail: 'size limit' });
      expect((await upload(recipient, dentalCase.id, png('x'.repeat(2000)), '3.png')).statusCode).toBe(200);
      expect((await author.get(`/v1/cases/${dentalCase.id}/files/`)).json().files).toHaveLength(2);
      // Exactly to the byte: the rest fits, and then nothing more.
      const left = 3000 - png('x'.repeat(2000)).length - png().length + 'picture'.length;
      expect((await upload(author, dentalCase.id, png('x'.repeat(left)), '4.png')).statusCode).toBe(200);
      expect((await upload(author, dentalCase.id, png(''), '5.png')).json().code).toBe('quota_exceeded');
    } finally {
      await small.close();
    }
  });
});

describe('upload accepted', () => {
  test('files uploaded by every side of a case are listed for all of them', async () => {
    const dentalCase = await createCase(t.services);
    const colleague = await createUser(t.services);
    await createGroup(t.services, dentalCase.author, [colleague]);
    const people = [dentalCase.author, colleague, dentalCase.recipient];
    for (const [n, person] of people.entries()) {
      const bytes = stl(10, n);
      const reply = await upload(await t.as(person), dentalCase.id, bytes, `scan-${n}.stl`);
      expect(reply.json()).toMatchObject({
        filename: `scan-${n}.stl`,
        size: bytes.length,
        sha256: sha256(bytes),
        uploader: true,
        del_enabled: true,
        from_locked_device: false,
      });
    }
    const { files } = (await (await t.as(dentalCase.author)).get(`/v1/cases/${dentalCase.id}/files/`)).json();
    expect(files.map((file: { uploader: boolean }) => file.uploader)).toEqual([true, false, false]);
    expect(files.map((file: { del_enabled: boolean }) => file.del_enabled)).toEqual([true, false, false]);
    const row = await t.services.db
      .selectFrom('dental_case')
      .select('file_count')
      .where('id', '=', dentalCase.id)
      .executeTakeFirstOrThrow();
    expect(row.file_count).toBe(3);
  });

  test('upload to one’s own draft is accepted', async () => {
    const draft = await createCase(t.services, { draft: true });
    const client = await t.as(draft.author);
    expect((await upload(client, draft.id, png(), 'a.png')).statusCode).toBe(200);
    expect((await client.get(`/v1/cases/${draft.id}/files/`)).json().files).toHaveLength(1);
    expect((await (await t.as(draft.recipient)).get(`/v1/cases/${draft.id}/files/`)).statusCode).toBe(404);
  });

  test.each([
    ['a name with ../', '../../etc/scan.stl', 'scan.stl'],
    ['a name with backslashes', 'C:\\scans\\upper.stl', 'upper.stl'],
    ['a name with quotes', `Anna's "upper".stl`, `Anna's "upper".stl`],
    ['a name in Hangul', '김민준-상악.stl', '김민준-상악.stl'],
    ['a name in parts of letters', 'Mu\u0308ller.stl', 'Müller.stl'],
    ['a name that reads backwards', 'scan\u202egnp.stl', 'scangnp.stl'],
    ['a name in capitals', 'UPPER.STL', 'UPPER.STL'],
  ])('%s', async (_, sent, kept) => {
    const dentalCase = await createCase(t.services);
    const reply = await upload(await t.as(dentalCase.author), dentalCase.id, stl(3), sent);
    expect(reply.json().filename).toBe(kept);
  });

  test('the upload is in the audit log', async () => {
    const dentalCase = await createCase(t.services);
    const { id } = (await upload(await t.as(dentalCase.author), dentalCase.id, stl(5), 'a.stl')).json();
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where object_type = 'file' and object_id = ${id}
    `.execute(t.services.db);
    expect(rows).toEqual([{ action: 'file_uploaded' }]);
  });
});
