import { gunzipSync } from 'node:zlib';
import { lightLevels } from '@cusp/mesh/light-copy-gltf';
import { unpackLevel } from '@cusp/mesh/unpack-light-copy';
import { encode as jpegOf } from 'jpeg-js';
import { sql } from 'kysely';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import type { Storage } from '../../platform/files/storage.ts';
import { createCase } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { stl, upload } from '../../testing/uploads.ts';
import { makeLightCopy } from './make-light-copy.ts';

const t = await openTestApp();
await MeshoptDecoder.ready;

const OBJ = 'mtllib ../elsewhere/Jaw.mtl\nv 0 0 0\nv 20 0 0\nv 0 20 0\nusemtl gum\nf 1 2 3\n';
const mtl = (kd: string) => Buffer.from(`newmtl gum\nKd ${kd}\n`);

/** A picture in one colour. */
function pixels(red: number, green: number, blue: number, side = 8) {
  const data = Buffer.alloc(side * side * 4);
  for (let at = 0; at < data.length; at += 4) data.set([red, green, blue, 255], at);
  return { width: side, height: side, data };
}
const pngOf = (...colour: [number, number, number]): Buffer => {
  const picture = pixels(...colour);
  return PNG.sync.write(Object.assign(new PNG(picture), picture));
};

async function caseOf(client: string = OBJ, filename = 'scan-upper.obj') {
  const dentalCase = await createCase(t.services);
  const author = await t.as(dentalCase.author);
  const add = async (bytes: Buffer, filename: string) =>
    (await upload(author, dentalCase.id, bytes, filename)).json<{ id: number; code?: string }>();
  const { id } = await add(Buffer.from(client), filename);
  /** The colours of the copy as sent; its status if there is none. */
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
    ['with an invalid line', Buffer.from('newmtl a\n<script>alert(1)</script>\n'), 'file_content_mismatch'],
    ['of more than 1 MiB', Buffer.alloc(1024 * 1024 + 1, '\n'), 'material_too_large'],
  ])('%s', async (_, bytes, code) => {
    const { add } = await caseOf();
    expect((await add(bytes, 'jaw.mtl')).code).toBe(code);
  });
});

describe('the light copy of an OBJ', () => {
  test('OBJ light copy has the colours of its material file, uploaded before or after it', async () => {
    const { add, made, colours, id } = await caseOf();
    expect(await made()).toEqual([]);
    await sql`delete from pgboss.job where name = 'light-copy'`.execute(t.services.db);
    await add(mtl('1 0.5 0'), 'JAW.MTL');
    expect(await waitingJobs(t, 'light-copy')).toEqual([{ fileId: id }]);
    // Until the new copy is made the viewer reads the original, so that no outdated colours are shown.
    expect(await colours()).toBe(204);
    expect(await made()).toEqual(['255,128,0']);
    await add(mtl('0 0 1'), 'JAW.MTL');
    expect(await made()).toEqual(['0,0,255']);
  });

  test('OBJ light copy loses its colours with the material file', async () => {
    const { add, made, author } = await caseOf();
    const { id } = await add(mtl('1 0 0'), 'jaw.mtl');
    expect(await made()).toEqual(['255,0,0']);
    expect((await author.delete(`/v1/files/${id}/remove/`)).statusCode).toBe(200);
    expect(await made()).toEqual([]);
  });

  test('OBJ light copy ignores material files of other cases and names', async () => {
    const other = await caseOf();
    await other.add(mtl('1 0 0'), 'jaw.mtl');
    const { add, made, colours } = await caseOf();
    expect(await made()).toEqual([]);
    await add(mtl('1 0 0'), 'other.mtl');
    expect(await colours()).toEqual([]);
  });

  test('OBJ light copy is discarded if a material file arrived while it was made', async () => {
    const { add, made, colours, id } = await caseOf();
    const { storage: kept } = t.services;
    const storage: Storage = {
      read: (...what) => kept.read(...what),
      sizeOf: (key) => kept.sizeOf(key),
      removeBelow: (prefix) => kept.removeBelow(prefix),
      remove: (key) => kept.remove(key),
      tidy: () => kept.tidy(),
      ready: () => kept.ready(),
      async write(...what) {
        await add(mtl('0 1 0'), 'jaw.mtl');
        await kept.write(...what);
      },
    };
    await expect(makeLightCopy({ ...t.services, storage }, id)).rejects.toThrow('material files');
    expect(await colours()).toBe(204);
    expect(await made()).toEqual(['0,255,0']);
  });

  test('OBJ that could not be copied stays so after a material file', async () => {
    const { add, made, colours } = await caseOf('mtllib jaw.mtl\nv 0 0 0\n');
    expect(await made()).toBe(204);
    await add(mtl('0 1 0'), 'jaw.mtl');
    expect(await colours()).toBe(204);
    const { failure } = await t.services.db
      .selectFrom('light_copy')
      .select('failure')
      .orderBy('file_id', 'desc')
      .executeTakeFirstOrThrow();
    expect(failure).toBe('no-surface');
  });
});

describe('the picture on a scan', () => {
  const SKINNED =
    `mtllib jaw.mtl\nvt 0.2 0.2\nvt 0.8 0.2\nvt 0.2 0.8\n${OBJ.slice(OBJ.indexOf('v '))}`.replace(
      'f 1 2 3',
      'f 1/1 2/2 3/3',
    );
  const skin = Buffer.from('newmtl gum\nKd 1 1 1\nmap_Kd textures/Jaw.PNG\n');

  test('texture colours the light copy, whichever of the three files comes last', async () => {
    const { add, made, colours, id } = await caseOf(SKINNED);
    await add(skin, 'jaw.mtl');
    expect(await made()).toEqual([]);
    await sql`delete from pgboss.job where name = 'light-copy'`.execute(t.services.db);
    await add(pngOf(200, 40, 30), 'jaw.png');
    expect(await waitingJobs(t, 'light-copy')).toEqual([{ fileId: id }]);
    expect(await colours()).toBe(204);
    expect(await made()).toEqual(['200,40,30']);
    const other = await caseOf(SKINNED);
    await other.add(pngOf(1, 2, 3), 'jaw.png');
    expect(await other.made()).toEqual([]);
    await other.add(skin, 'jaw.mtl');
    expect(await other.made()).toEqual(['1,2,3']);
  });

  test('texture may be a JPEG of a PLY, and is removed with its file', async () => {
    const ply =
      'ply\nformat ascii 1.0\ncomment TextureFile Upper 1.jpg\nelement vertex 3\nproperty float x\nproperty float y\n' +
      'property float z\nproperty float s\nproperty float t\nelement face 1\nproperty list uchar int vertex_indices\n' +
      'end_header\n0 0 0 .2 .2\n20 0 0 .8 .2\n0 20 0 .2 .8\n3 0 1 2\n';
    const { add, made, author } = await caseOf(ply, 'scan-upper.ply');
    const { id } = await add(jpegOf(pixels(120, 120, 120), 95).data, 'Upper 1.jpg');
    expect(await made()).toEqual(['120,120,120']);
    expect((await author.delete(`/v1/files/${id}/remove/`)).statusCode).toBe(200);
    expect(await made()).toEqual([]);
  });

  test.each([
    ['damaged', pngOf(9, 9, 9).subarray(0, 60)],
    [
      'larger than it may be',
      Buffer.concat([pngOf(9, 9, 9).subarray(0, 16), Buffer.from([0, 0, 32, 1, 0, 0, 32, 1])]),
    ],
  ])('texture that is %s leaves the scan uncoloured', async (_, picture) => {
    const { add, made } = await caseOf(SKINNED);
    await add(skin, 'jaw.mtl');
    await add(picture, 'jaw.png');
    expect(await made()).toEqual([]);
  });

  test('texture of another case is ignored; photographs do not delay copies', async () => {
    const other = await caseOf(SKINNED);
    await other.add(pngOf(9, 9, 9), 'jaw.png');
    const { add, made, colours, dentalCase } = await caseOf(SKINNED);
    await add(skin, 'jaw.mtl');
    expect(await made()).toEqual([]);
    await add(pngOf(1, 2, 3), 'patient.png');
    expect(await colours()).toEqual([]);
    const author = await t.as(dentalCase.author);
    const scan = await upload(author, dentalCase.id, stl(3), 'scan-lower.stl');
    await sql`delete from pgboss.job where name = 'light-copy'`.execute(t.services.db);
    await add(pngOf(3, 2, 1), 'patient.png');
    expect([scan.statusCode, await waitingJobs(t, 'light-copy')]).toEqual([200, []]);
  });
});
