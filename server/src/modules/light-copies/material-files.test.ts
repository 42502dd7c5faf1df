import { gunzipSync } from 'node:zlib';
import { lightLevels } from '@cusp/contract/mesh/light-copy-gltf';
import { unpackLevel } from '@cusp/contract/mesh/unpack-light-copy';
import { sql } from 'kysely';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '../../platform/files/storage.ts';
import { createCase } from '../../testing/factories.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { stl, upload } from '../../testing/uploads.ts';
import { makeLightCopy } from './make-light-copy.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await MeshoptDecoder.ready;
});
afterAll(() => t.close());

const OBJ = 'mtllib ../elsewhere/Jaw.mtl\nv 0 0 0\nv 20 0 0\nv 0 20 0\nusemtl gum\nf 1 2 3\n';
const mtl = (kd: string) => Buffer.from(`newmtl gum\nKd ${kd}\n`);

async function caseOf(client: string = OBJ) {
  const dentalCase = await createCase(t.services);
  const author = await t.as(dentalCase.author);
  const add = async (bytes: Buffer, filename: string) =>
    (await upload(author, dentalCase.id, bytes, filename)).json<{ id: number; code?: string }>();
  const { id } = await add(Buffer.from(client), 'scan-upper.obj');
  /** The colours of the copy, as it is sent; its status where there is none. */
  const colours = async () => {
    const reply = await author.get(`/v1/files/${id}/light/`);
    if (reply.statusCode !== 200) return reply.statusCode;
    const glb = gunzipSync(reply.rawPayload);
    const finest = lightLevels(glb)?.at(-1);
    if (!finest) throw new Error('no level');
    const { colors } = unpackLevel(glb, finest, MeshoptDecoder.decodeGltfBuffer);
    return colors
      ? [...new Set(Array.from({ length: 3 }, (_, i) => colors.slice(i * 3, i * 3 + 3).join()))]
      : [];
  };
  const made = async () => {
    await makeLightCopy(t.services, id);
    return colours();
  };
  return { dentalCase, author, id, add, made, colours };
}

describe('a material file is refused', () => {
  test.each([
    ['that is something else', stl(3), 'file_content_mismatch'],
    [
      'with a line that is none',
      Buffer.from('newmtl a\n<script>alert(1)</script>\n'),
      'file_content_mismatch',
    ],
    ['of more than 1 MiB', Buffer.alloc(1024 * 1024 + 1, '\n'), 'material_too_large'],
  ])('%s', async (_, bytes, code) => {
    const { add } = await caseOf();
    expect((await add(bytes, 'jaw.mtl')).code).toBe(code);
  });
});

describe('the light copy of an OBJ', () => {
  test('has the colours of its material file, which may come before or after it', async () => {
    const { add, made, colours, id } = await caseOf();
    expect(await made()).toEqual([]);
    await sql`delete from pgboss.job where name = 'light-copy'`.execute(t.services.db);
    await add(mtl('1 0.5 0'), 'JAW.MTL');
    expect(await waitingJobs(t, 'light-copy')).toEqual([{ fileId: id }]);
    // Until it is made anew the original is read, and nobody sees colours of before.
    expect(await colours()).toBe(404);
    expect(await made()).toEqual(['255,128,0']);
    await add(mtl('0 0 1'), 'JAW.MTL');
    expect(await made()).toEqual(['0,0,255']);
  });

  test('loses them with the file', async () => {
    const { add, made, author } = await caseOf();
    const { id } = await add(mtl('1 0 0'), 'jaw.mtl');
    expect(await made()).toEqual(['255,0,0']);
    expect((await author.delete(`/v1/files/${id}/remove/`)).statusCode).toBe(200);
    expect(await made()).toEqual([]);
  });

  test('takes none from another case, and none of another name', async () => {
    const other = await caseOf();
    await other.add(mtl('1 0 0'), 'jaw.mtl');
    const { add, made, colours } = await caseOf();
    expect(await made()).toEqual([]);
    await add(mtl('1 0 0'), 'other.mtl');
    expect(await colours()).toEqual([]);
  });

  test('is not kept when a material file came while it was made', async () => {
    const { add, made, colours, id } = await caseOf();
    const { storage: kept } = t.services;
    const storage: Storage = {
      read: (...what) => kept.read(...what),
      remove: (key) => kept.remove(key),
      tidy: () => kept.tidy(),
      ready: () => kept.ready(),
      async write(...what) {
        await add(mtl('0 1 0'), 'jaw.mtl');
        await kept.write(...what);
      },
    };
    await expect(makeLightCopy({ ...t.services, storage }, id)).rejects.toThrow('material files');
    expect(await colours()).toBe(404);
    expect(await made()).toEqual(['0,255,0']);
  });

  test('that could not be made stays so', async () => {
    const { add, made, colours } = await caseOf('mtllib jaw.mtl\nv 0 0 0\n');
    expect(await made()).toBe(404);
    await add(mtl('0 1 0'), 'jaw.mtl');
    expect(await colours()).toBe(404);
    const { failure } = await t.services.db
      .selectFrom('light_copy')
      .select('failure')
      .orderBy('file_id', 'desc')
      .executeTakeFirstOrThrow();
    expect(failure).toBe('no-surface');
  });
});
