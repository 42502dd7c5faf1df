import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { generateJaw } from '@cusp/fixtures/jaw';
import { writeStl } from '@cusp/fixtures/write-mesh';
import { LIGHT_RECIPE } from '@cusp/mesh/light-copy';
import { lightLevels } from '@cusp/mesh/light-copy-gltf';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { createCase, createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { auditOf, eventsOf, ids, waitingJobs } from '../../testing/two-sides.ts';
import { png, stl, upload } from '../../testing/uploads.ts';
import { removeBytes } from '../files/tidy-files.ts';
import { lightCopyKey } from './light-copy-key.ts';
import { makeLightCopy } from './make-light-copy.ts';
import { queueMissingCopies } from './queue-light-copy.ts';
import { copyInThread } from './run-in-thread.ts';

const t = await openTestApp();

const jaw = writeStl(generateJaw({ jaw: 'upper', seed: 1, triangles: 30_000, prepared: [] }).mesh);
/** The triangle count in the file's header. */
const triangles = jaw.readUInt32LE(80);

async function caseWith(bytes: Buffer, filename: string, fromLockedDevice = false) {
  const dentalCase = await createCase(t.services, { from_locked_device: fromLockedDevice });
  const author = await t.as(dentalCase.author);
  const { id } = (await upload(author, dentalCase.id, bytes, filename)).json<{ id: number }>();
  const row = () =>
    t.services.db.selectFrom('light_copy').selectAll().where('file_id', '=', id).executeTakeFirst();
  return { dentalCase, author, id, row, path: `/v1/files/${id}/light/` };
}

const stored = async (key: string | null | undefined) =>
  key
    ? t.services.storage.read(key).then(
        (stream) => stream.destroy() && true,
        () => false,
      )
    : false;

async function withCopy(fromLockedDevice = false) {
  const made = await caseWith(jaw, 'jaw-upper.stl', fromLockedDevice);
  await makeLightCopy(t.services, made.id);
  return made;
}

/** A packed scan of one triangle. */
const packed = (schema: string) =>
  Buffer.from(`<HPS version="1.1"><Packed_geometry><Schema>${schema}</Schema><Binary_data><${schema} version="1.0">
<Vertices base64_encoded_bytes="36" vertex_count="3">${Buffer.from(Float32Array.of(0, 0, 0, 30, 0, 0, 0, 30, 0).buffer).toString('base64')}</Vertices>
<Facets base64_encoded_bytes="1" facet_count="1">BA==</Facets>
</${schema}></Binary_data></Packed_geometry></HPS>`);

test('an open packed scan counts as a scan once it was read, for open pages and links', async () => {
  const { id, dentalCase, author, path } = await caseWith(packed('CA'), 'a-upper.dcm');
  const scan = async () =>
    (await author.get(`/v1/cases/${dentalCase.id}/files/`)).json<{ files: { scan?: object }[] }>().files[0]
      ?.scan;
  expect(await scan()).toBeUndefined();
  const said = { scan: { role: 'jaw', jaw: 'lower', tooth: null } };
  expect((await author.put(`/v1/files/${id}/scan/`, said)).statusCode).toBe(400);
  expect((await author.put(`/v1/files/${id}/unit/`, { unit: 'inch' })).statusCode).toBe(400);
  await makeLightCopy(t.services, id);
  expect(await scan()).toMatchObject({ role: 'jaw', jaw: 'upper', by: 'name' });
  expect((await author.get(path)).statusCode).toBe(200);
  expect((await eventsOf(t, dentalCase.id)).at(-1)).toMatchObject({
    name: 'packed_scan_read',
    audience: expect.arrayContaining(ids(dentalCase.author, dentalCase.recipient)),
  });
  const link = await author.post(`/v1/cases/${dentalCase.id}/share/`, {
    key: crypto.randomUUID(),
    recipient: 'Dr. Guest',
    days: 7,
    allows_download: false,
    // Its header could name the patient, so a link includes it only if chosen.
    files: [id],
  });
  const { token } = link.json<{ token: string }>();
  const shared = (await t.nobody.get(`/v1/share/case/?data=${token}`)).json();
  expect(shared.files).toMatchObject([{ id, shows_as: 'scan', scan: { jaw: 'upper' } }]);
});

describe('a copy is refused', () => {
  test('light copy: 401 for guests, 404 for strangers and unknown ids', async () => {
    const { path } = await withCopy();
    expect((await t.nobody.get(path)).statusCode).toBe(401);
    const stranger = await t.as(await createUser(t.services));
    expect((await stranger.get(path)).statusCode).toBe(404);
    expect((await stranger.get('/v1/files/999999/light/')).statusCode).toBe(404);
  });

  test('light copy is refused to the side of a locked device, and logged', async () => {
    const { path, dentalCase, author } = await withCopy(true);
    const reply = await author.get(path);
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'export_blocked']);
    expect((await auditOf(t, dentalCase.id)).at(-1)).toMatchObject({
      action: 'file_read',
      result: 'refused',
    });
    expect((await (await t.as(dentalCase.recipient)).get(path)).statusCode).toBe(200);
  });

  test('light copy whose bytes are missing is an error that says it is not compressed', async () => {
    const { path, author, row } = await withCopy();
    await t.services.storage.remove((await row())?.storage_key ?? '');
    const reply = await author.get(path);
    expect([reply.statusCode, reply.json().code]).toEqual([500, 'internal']);
    expect(reply.headers).not.toHaveProperty('content-encoding');
  });

  test('light copy of a deleted file is refused', async () => {
    const { path, author, id } = await withCopy();
    expect((await author.delete(`/v1/files/${id}/remove/`)).statusCode).toBe(200);
    expect((await author.get(path)).statusCode).toBe(404);
  });
});

test('a copy that is not made yet is no error', async () => {
  const { author, path } = await caseWith(jaw, 'jaw-lower.stl');
  const reply = await author.get(path);
  expect([reply.statusCode, reply.body]).toEqual([204, '']);
});

describe('a copy is sent', () => {
  test('light copy is compressed, never stored by the browser, and logged', async () => {
    const { path, dentalCase, row } = await withCopy();
    const recipient = await t.as(dentalCase.recipient);
    const reply = await recipient.get(path);
    const etag = `"${(await row())?.sha256}"`;
    expect(reply.headers).toMatchObject({
      'content-type': 'model/gltf-binary',
      'content-encoding': 'gzip',
      'content-length': String(reply.rawPayload.length),
      'cache-control': 'private, no-store',
      etag,
    });
    const levels = lightLevels(gunzipSync(reply.rawPayload));
    expect(levels?.map((level) => level.triangles)).toEqual([expect.any(Number), triangles]);
    expect((await auditOf(t, dentalCase.id)).at(-1)).toMatchObject({
      action: 'file_read',
      user_id: dentalCase.recipient.id,
    });
    const again = await recipient.request('GET', path, undefined, { 'if-none-match': etag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });
});

describe('the light copy job', () => {
  test('the job is queued for uploaded meshes only', async () => {
    const { id } = await caseWith(jaw, 'jaw-upper.STL');
    const picture = await caseWith(png(), 'a.png');
    const margin = await caseWith(Buffer.from('1 2 3\n'), '16-margin.xyz');
    const queued = (await waitingJobs(t, 'light-copy')).map(({ fileId }) => fileId);
    expect(queued).toContain(id);
    expect(queued).not.toContain(picture.id);
    expect(queued).not.toContain(margin.id);
  });

  test('the job run twice makes one copy, and an interrupted one is repeated', async () => {
    const { id, row } = await caseWith(jaw, 'jaw-upper.stl');
    await t.services.db.updateTable('light_copy').set({ tries: 1 }).where('file_id', '=', id).execute();
    await makeLightCopy(t.services, id);
    const first = await row();
    expect(first).toMatchObject({ recipe: LIGHT_RECIPE, triangles, tries: 0, failure: null });
    await makeLightCopy(t.services, id);
    expect(await row()).toEqual(first);
  });

  test('the job replaces a copy of an older recipe', async () => {
    const { id, row } = await withCopy();
    const old = 'cases/1/older.light0';
    await t.services.storage.write(old, Readable.from([Buffer.from('old')]));
    await t.services.db
      .updateTable('light_copy')
      .set({ recipe: 0, storage_key: old, made_at: sql`now() - interval '1 day'` })
      .where('file_id', '=', id)
      .execute();
    await t.services.db.deleteFrom('light_copy').where('file_id', '!=', id).execute();
    await sql`delete from pgboss.job where name = 'light-copy'`.execute(t.services.db);
    await queueMissingCopies(t.services);
    expect(await waitingJobs(t, 'light-copy')).toEqual([{ fileId: id }]);
    await makeLightCopy(t.services, id);
    expect(await row()).toMatchObject({
      recipe: LIGHT_RECIPE,
      storage_key: expect.stringContaining(`.light${LIGHT_RECIPE}`),
    });
    expect(await stored(old)).toBe(false);
  });

  test('the job leaves nothing behind if the file is deleted before or after', async () => {
    const { id, author, row } = await withCopy();
    const key = (await row())?.storage_key ?? '';
    expect(await stored(key)).toBe(true);
    const { storage_key } = await t.services.db
      .selectFrom('case_file')
      .select('storage_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(key).toBe(lightCopyKey(storage_key));
    await removeBytes(t.services, storage_key);
    expect(await stored(key)).toBe(true);
    await author.delete(`/v1/files/${id}/remove/`);
    let writers: unknown[] = [];
    const slow: typeof t.services.storage = Object.create(t.services.storage, {
      remove: {
        value: async (removed: string) => {
          const { rows } = await sql`
            select from pg_locks join pg_stat_activity using (pid)
            where datname = current_database() and locktype = 'advisory' and backend_xid is not null
          `.execute(t.services.db);
          writers = [...writers, ...rows];
          await t.services.storage.remove(removed);
        },
      },
    });
    await removeBytes({ ...t.services, storage: slow }, storage_key);
    // Requests that wait for open writes do not wait for the store.
    expect(writers).toEqual([]);
    expect([await stored(key), await stored(storage_key), await row()]).toEqual([false, false, undefined]);
    await makeLightCopy(t.services, id);
    expect(await stored(key)).toBe(false);
  });
});

describe('a file that cannot be shown', () => {
  test.each([
    ['points without a surface', Buffer.from('v 0 0 0\nv 1 0 0\n'), 'a-b.obj', 'no-surface'],
    [
      'numbers that are not finite',
      Buffer.from('v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'),
      'a-b.obj',
      'not-finite',
    ],
    ['an encrypted 3Shape scan', packed('CE'), 'a-upper.dcm', 'hps'],
    ['a packed scan of a schema that is not read', packed('CB'), 'a-upper.dcm', 'hps-schema'],
    ['a DICOM image', Buffer.from(`${'\0'.repeat(128)}DICM`), 'a-b.dcm', 'dicom'],
    ['coordinates beyond all scans', stl(12), 'a-b.stl', expect.stringMatching(/^(too-far|not-finite)$/)],
  ])('a file that cannot be shown stores its reason: %s', async (_, bytes, filename, reason) => {
    const { id, dentalCase, author, row, path } = await caseWith(bytes, filename);
    await makeLightCopy(t.services, id);
    expect(await row()).toMatchObject({ failure: reason, storage_key: null });
    const listed = (await author.get(`/v1/cases/${dentalCase.id}/files/`)).json().files;
    expect(listed).toMatchObject([{ id, light_failure: reason }]);
    expect((await eventsOf(t, dentalCase.id)).at(-1)).toMatchObject({
      name: 'file_not_shown',
      audience: expect.arrayContaining(ids(dentalCase.author, dentalCase.recipient)),
    });
    expect((await author.get(path)).statusCode).toBe(204);
  });

  test('a timeout is retried a limited number of times', async () => {
    const { id, row } = await caseWith(jaw, 'jaw-upper.stl');
    const noTime = () => 0;
    await expect(makeLightCopy(t.services, id, noTime)).rejects.toThrow('too long');
    await expect(makeLightCopy(t.services, id, noTime)).rejects.toThrow('too long');
    await makeLightCopy(t.services, id, noTime);
    expect(await row()).toMatchObject({ failure: 'timeout' });
  });

  test('only processor time counts, not the wait for files beside the scan', async () => {
    const limit = 1500;
    const scan = Buffer.from('mtllib jaw.mtl\nv 0 0 0\nv 20 0 0\nv 0 20 0\nusemtl gum\nf 1 2 3\n');
    const bytes = Uint8Array.from(scan).buffer;
    const reply = await copyInThread({ bytes, extension: 'obj' }, limit, async (keys) => {
      await setTimeout(limit + 300);
      return keys.map(() => null);
    });
    expect(reply).toMatchObject({ triangles: 1 });
  });

  test('small files share a thread, and one that timed out is not used again', async () => {
    const threads = vi.fn();
    process.on('worker', threads);
    const copy = (limit: number) =>
      copyInThread({ bytes: Uint8Array.from(jaw).buffer, extension: 'stl' }, limit);
    const made = { triangles: expect.any(Number) };
    expect(await copy(60_000)).toMatchObject(made);
    threads.mockClear();
    expect(await copy(60_000)).toMatchObject(made);
    expect(threads).not.toHaveBeenCalled();
    expect(await copy(0)).toEqual({ failure: 'timeout' });
    expect(await copy(60_000)).toMatchObject(made);
    expect(threads).toHaveBeenCalledOnce();
    process.off('worker', threads);
  });

  test('a file that crashes the process is given up', async () => {
    const { id, row } = await caseWith(jaw, 'jaw-upper.stl');
    await t.services.db.updateTable('light_copy').set({ tries: 3 }).where('file_id', '=', id).execute();
    await makeLightCopy(t.services, id);
    expect(await row()).toMatchObject({ failure: 'too-large' });
  });
});
