import { decode } from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import { EXIF_WORDS, exifSegment, heic, jpeg, webp } from '../../testing/pictures.ts';
import { openTwoSides } from '../../testing/two-sides.ts';
import { unzip } from '../../testing/unzip.ts';
import { filesOf, png, sha256, stl, storedIn, upload } from '../../testing/uploads.ts';
import { cleanOldPictures } from '../served-copies/clean-copy.ts';
import { COPY_RECIPE, keepCopy } from '../served-copies/served-copies.sql.ts';
import { removeBytes } from './tidy-files.ts';

const { t, people } = await openTwoSides();

const PHOTO = jpeg({ segments: [exifSegment(6)] });
const CLEAN_SIZE = PHOTO.length - EXIF_WORDS.length - 13;

async function caseWith(bytes: Buffer, filename: string) {
  const { author, recipient } = people;
  const dentalCase = await createCase(t.services, { author, recipient });
  const { id } = (await upload(await t.as(author), dentalCase.id, bytes, filename)).json<{ id: number }>();
  const get = async (person: { id: number }, query = '') =>
    (await t.as(person)).get(`/v1/files/${id}/download/${query}`);
  const listed = async (person: { id: number }) => (await filesOf(await t.as(person), dentalCase.id))[0];
  const zipped = async (person: { id: number }) => {
    const client = await t.as(person);
    const { filename: name } = (await client.post(`/v1/cases/${dentalCase.id}/files/download/`)).json();
    const idb64 = Buffer.from(String(person.id)).toString('base64url');
    const reply = await client.get(`/v1/cases/${dentalCase.id}/files/download/${idb64}/?filename=${name}`);
    return (await unzip(reply.rawPayload))[0]?.bytes;
  };
  const set = async (person: { id: number }, keep: boolean) =>
    (await t.as(person)).put(`/v1/files/${id}/metadata/`, { keep });
  return { id, caseId: dentalCase.id, get, listed, zipped, set };
}

const hasWords = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).includes(EXIF_WORDS);

describe('location and text metadata of a picture', () => {
  test('metadata stays with the sender’s side and reaches nobody else by any way', async () => {
    const { get, listed, zipped } = await caseWith(PHOTO, 'front.jpg');
    for (const person of [people.author, people.authorMate]) {
      expect((await get(person)).rawPayload).toEqual(PHOTO);
      expect(await zipped(person)).toEqual(PHOTO);
      expect(await listed(person)).toMatchObject({ size: PHOTO.length, sha256: sha256(PHOTO) });
    }
    for (const person of [people.recipient, people.recipientMate]) {
      const { rawPayload, headers } = await get(person);
      expect(hasWords(rawPayload)).toBe(false);
      expect(rawPayload.length).toBe(CLEAN_SIZE);
      expect(headers.etag).toBe(`"${sha256(rawPayload)}"`);
      expect(await zipped(person)).toEqual(rawPayload);
      const served = { sha256: sha256(rawPayload), size: rawPayload.length };
      expect(await listed(person)).toMatchObject({
        ...served,
        clean: { sha256: served.sha256, is_given: true, is_editable: false },
      });
      expect((await listed(people.author)).clean).toEqual({
        sha256: served.sha256,
        is_given: true,
        is_editable: true,
      });
    }
    // Pictures shown in a page have no metadata either, even for the sender.
    for (const person of [people.author, people.recipient])
      expect(hasWords((await get(person, '?inline=1')).rawPayload)).toBe(false);
  });

  test('metadata is given to others only if the uploader allows it', async () => {
    const { get, zipped, set, caseId, id } = await caseWith(webp(3), 'front.webp');
    expect((await t.nobody.put(`/v1/files/${id}/metadata/`, { keep: true })).statusCode).toBe(401);
    expect((await set(people.stranger, true)).statusCode).toBe(404);
    for (const person of [people.authorMate, people.recipient])
      expect((await set(person, true)).statusCode).toBe(403);
    expect((await set(people.author, 'yes' as never)).statusCode).toBe(400);
    expect(hasWords((await get(people.recipient)).rawPayload)).toBe(false);
    expect((await set(people.author, true)).statusCode).toBe(200);
    expect((await get(people.recipient)).rawPayload).toEqual(webp(3));
    expect(await zipped(people.recipient)).toEqual(webp(3));
    expect(hasWords((await get(people.recipient, '?inline=1')).rawPayload)).toBe(false);
    await t.services.db.updateTable('dental_case').set({ status: 'CLSD' }).where('id', '=', caseId).execute();
    expect((await set(people.author, false)).json().code).toBe('case_closed');
  });

  test.each([
    ['gone.jpg', PHOTO, 2],
    ['gone.heic', heic(), 3],
  ])('copies of %s are removed from storage with the file', async (name, bytes, stored) => {
    const { id, caseId, get } = await caseWith(bytes, name);
    await get(people.recipient, '?inline=1');
    expect(await storedIn(t, `cases/${caseId}`)).toHaveLength(stored);
    await (await t.as(people.author)).delete(`/v1/files/${id}/remove/`);
    const { storage_key } = await t.services.db
      .selectFrom('case_file')
      .select('storage_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await removeBytes(t.services, storage_key);
    expect(await storedIn(t, `cases/${caseId}`)).toEqual([]);
  });

  test('metadata of older pictures is removed on request and by housekeeping', async () => {
    const [asked, kept] = [await caseWith(PHOTO, 'a.jpg'), await caseWith(PHOTO, 'b.jpg')];
    await t.services.db.deleteFrom('served_copy').execute();
    expect(hasWords((await asked.get(people.recipient)).rawPayload)).toBe(false);
    await cleanOldPictures(t.services);
    expect((await kept.listed(people.recipient)).size).toBe(CLEAN_SIZE);
  });

  test('cleaning leaves scans, pictures without metadata and malformed pictures unchanged', async () => {
    for (const [bytes, name] of [
      [stl(10), 'a.stl'],
      [jpeg(), 'a.jpg'],
      [png('broken'), 'a.png'],
    ] as const) {
      const { get, listed } = await caseWith(bytes, name);
      expect((await get(people.recipient)).rawPayload).toEqual(bytes);
      expect((await listed(people.recipient)).clean).toBeUndefined();
    }
  });

  test('somebody who left the sender’s group gets no metadata', async () => {
    const [owner, recipient, left] = await Promise.all([1, 2, 3].map(() => createUser(t.services)));
    if (!owner || !recipient || !left) throw new Error('no people');
    await createGroup(t.services, recipient, [left]);
    const dentalCase = await createCase(t.services, { author: owner, recipient });
    const { id } = (await upload(await t.as(left), dentalCase.id, PHOTO, 'a.jpg')).json<{ id: number }>();
    const get = async (person: { id: number }) => (await t.as(person)).get(`/v1/files/${id}/download/`);
    expect(hasWords((await get(recipient)).rawPayload)).toBe(true);
    expect(hasWords((await get(owner)).rawPayload)).toBe(false);
  });
});

describe('a HEIC picture', () => {
  test('a HEIC picture is stored as sent and shown as a JPEG', async () => {
    const { get } = await caseWith(heic(), 'IMG_0001.HEIC');
    expect((await get(people.author)).rawPayload).toEqual(heic());
    for (const person of [people.author, people.recipient]) {
      const shown = await get(person, '?inline=1');
      expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg' });
      expect(shown.headers['content-disposition']).toMatch(/^inline/);
      const { width, height, data } = decode(shown.rawPayload);
      expect([width, height]).toEqual([64, 48]);
      // The blue corner is upper left; Exif orientation does not apply to HEIC.
      const pixel = (x: number, y: number) => [
        ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
      ];
      expect(pixel(4, 4)[2]).toBeGreaterThan(150);
      expect(pixel(60, 40)[2]).toBeLessThan(100);
    }
    const clean = (await get(people.recipient)).rawPayload;
    expect([hasWords(clean), clean.length]).toEqual([false, heic().length]);
  });

  test('a damaged HEIC picture gets 404 inline and can be downloaded', async () => {
    const damaged = heic().fill(7, 330, 480);
    const { get } = await caseWith(damaged, 'a.heic');
    expect((await get(people.author, '?inline=1')).statusCode).toBe(404);
    expect((await get(people.author)).rawPayload).toEqual(damaged);
  });

  test('a HEIC picture whose conversion timed out is converted later, a damaged one is not tried again', async () => {
    const { id, get } = await caseWith(heic(), 'busy.heic');
    const failed = async (failure: string, minutes: number) => {
      const row = { failure, made_at: new Date(Date.now() - minutes * 60_000) };
      const none = { recipe: COPY_RECIPE, storage_key: null, size: null, sha256: null, crc32: null };
      await t.services.db
        .insertInto('served_copy')
        .values({ file_id: id, kind: 'preview', ...none, ...row })
        .onConflict((conflict) => conflict.columns(['file_id', 'kind']).doUpdateSet(row))
        .execute();
      return (await get(people.author, '?inline=1')).statusCode;
    };
    expect(await failed('damaged', 60)).toBe(404);
    expect(await failed('timeout', 0)).toBe(404);
    expect(await failed('timeout', 60)).toBe(200);
    const timedOut = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        // Two processes at the same moment.
        for (const failure of ['timeout', 'timeout'])
          await keepCopy(t.services.db, id, 'preview', { failure });
        await t.services.db
          .updateTable('served_copy')
          .set({ made_at: new Date(Date.now() - 60 * 60_000) })
          .where('file_id', '=', id)
          .execute();
      }
      return (await get(people.author, '?inline=1')).statusCode;
    };
    // Another process has made the picture in the meantime.
    expect(await keepCopy(t.services.db, id, 'preview', { failure: 'timeout' })).toBe(false);
    expect((await get(people.author, '?inline=1')).statusCode).toBe(200);
    const forget = () => t.services.db.deleteFrom('served_copy').where('file_id', '=', id).execute();
    await forget();
    expect(await timedOut(2)).toBe(200);
    await forget();
    expect(await timedOut(3)).toBe(404);
    expect(await failed('timeout', 25 * 60)).toBe(200);
  }, 120_000);
});
