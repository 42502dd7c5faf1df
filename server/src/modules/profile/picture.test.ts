import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { withStoredPicture } from '../../platform/files/picture.ts';
import {
  createCase,
  createConnection,
  createGroup,
  createLabUser,
  createUser,
} from '../../testing/factories.ts';
import { EXIF, HTML, HTML_AS_JPEG, jpeg, pictureBlob, png } from '../../testing/pictures.ts';
import { formOf } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { removeBytes } from '../files/tidy-files.ts';

const t = await openTestApp();

const FORM = { first_name: 'Ada', last_name: 'Lovelace', role: 'Dental Clinic', country: 'DE' };
const edit = async (user: { id: number }, fields: Record<string, string | Blob> = {}) =>
  (await t.as(user)).put('/v1/user/edit/', formOf({ ...FORM, ...fields }));
const profile = async (user: { id: number }) => (await (await t.as(user)).get('/v1/user/edit/')).json();

describe('a picture', () => {
  const withPicture = async (bytes: Buffer) => {
    const user = await createLabUser(t.services);
    const reply = await edit(user, { role: 'Dental Lab', picture: pictureBlob(bytes) });
    expect(reply.statusCode, reply.body).toBe(200);
    return { ...user, url: String(reply.json().user.picture).replace('/heclore', '') };
  };
  const seenBy = async (user: { id: number }, url: string) => (await (await t.as(user)).get(url)).statusCode;

  test('a picture is hidden from people unrelated to its person', async () => {
    const person = await withPicture(png());
    const stranger = await createUser(t.services);
    const refused = await createUser(t.services);
    const rejected = await createConnection(t.services, refused, person);
    await t.services.db
      .updateTable('connection')
      .set({ status: 'REJD' })
      .where('id', '=', rejected.id)
      .execute();
    const declining = await createUser(t.services);
    const declined = await createConnection(t.services, person, declining);
    await t.services.db
      .updateTable('connection')
      .set({ status: 'REJD' })
      .where('id', '=', declined.id)
      .execute();
    const asking = await createUser(t.services);
    const request = await createConnection(t.services, asking, person);
    await t.services.db
      .updateTable('connection')
      .set({ status: 'REQD' })
      .where('id', '=', request.id)
      .execute();
    const draft = await createCase(t.services, { recipient: person, draft: true });
    const staff = await createUser(t.services, { is_staff: true });
    for (const user of [stranger, refused, declining, asking, draft.author, staff])
      expect(await seenBy(user, person.url)).toBe(404);
    expect((await t.nobody.get(person.url)).statusCode).toBe(401);
    expect(await seenBy(stranger, '/v1/user/picture/zz/')).toBe(404);
  });

  test('a picture is shown to the person, group, connections, requested people and the other side of a case', async () => {
    const person = await withPicture(png());
    const mate = await createLabUser(t.services);
    await createGroup(t.services, person, [mate]);
    const connected = await createUser(t.services);
    await createConnection(t.services, connected, person);
    const asked = await createUser(t.services);
    const request = await createConnection(t.services, person, asked);
    await t.services.db
      .updateTable('connection')
      .set({ status: 'REQD' })
      .where('id', '=', request.id)
      .execute();
    const { author } = await createCase(t.services, { recipient: person });
    const viaMate = await createCase(t.services, { recipient: mate });
    const authorMate = await createUser(t.services);
    await createGroup(t.services, author, [authorMate]);
    for (const user of [person, mate, connected, asked, author, viaMate.author, authorMate])
      expect(await seenBy(user, person.url)).toBe(200);
  });

  test('a picture is served with its type, as an image only', async () => {
    const person = await withPicture(jpeg({ segments: [EXIF] }));
    const reply = await (await t.as(person)).get(person.url);
    expect(reply.rawPayload).toEqual(jpeg());
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'cache-control': expect.stringContaining('private'),
    });
  });

  test('a picture stays if the form has none, is replaced, and is removed by an empty field', async () => {
    const person = await withPicture(png());
    const keyOf = async () =>
      (
        await t.services.db
          .selectFrom('app_user')
          .select('picture_key')
          .where('id', '=', person.id)
          .executeTakeFirstOrThrow()
      ).picture_key;
    const first = await keyOf();
    await edit(person, { role: 'Dental Lab' });
    expect(await keyOf()).toBe(first);
    await edit(person, { role: 'Dental Lab', picture: pictureBlob(jpeg()) });
    const second = await keyOf();
    expect(second).not.toBe(first);
    await edit(person, { role: 'Dental Lab', picture: '' });
    expect(await keyOf()).toBeNull();
    expect(await seenBy(person, person.url)).toBe(404);
    const queued = await sql<{ key: string }>`
      select data->>'key' as key from pgboss.job where name = 'delete-bytes' and start_after <= now() order by created_on
    `.execute(t.services.db);
    expect(queued.rows.map(({ key }) => key)).toEqual([first, second]);
  });

  test('a picture stays when the reply of its commit was lost, and goes a day later if it was not committed', async () => {
    const person = await createLabUser(t.services);
    const [kept, lost] = await Promise.all(
      [true, false].map(async (isCommitted) => {
        let key = '';
        const keeps = withStoredPicture(t.services, { type: 'image/png', bytes: png() }, async (stored) => {
          key = stored?.picture_key ?? '';
          if (isCommitted)
            await t.services.db
              .updateTable('app_user')
              .set({ ...stored })
              .where('id', '=', person.id)
              .execute();
          throw new Error('Connection terminated unexpectedly');
        });
        await expect(keeps).rejects.toThrow('Connection terminated');
        return key;
      }),
    );
    const sizes = async () => [
      await t.services.storage.sizeOf(String(kept)),
      await t.services.storage.sizeOf(String(lost)),
    ];
    expect(await sizes()).toEqual([png().length, png().length]);
    const later = await sql<{ key: string }>`
      select data->>'key' as key from pgboss.job where name = 'delete-bytes' and start_after > now() + interval '23 hours'
    `.execute(t.services.db);
    expect(later.rows.map(({ key }) => key)).toEqual(expect.arrayContaining([kept, lost]));
    for (const { key } of later.rows) await removeBytes(t.services, key);
    expect(await sizes()).toEqual([png().length, null]);
  });

  test('a picture that is too big or invalid changes nothing', async () => {
    const person = await withPicture(png());
    for (const bytes of [png({ width: 30_000, height: 30_000 }), HTML, HTML_AS_JPEG]) {
      const reply = await edit(person, {
        role: 'Dental Lab',
        institution: 'New',
        picture: pictureBlob(bytes, 'image/jpeg'),
      });
      expect(reply.statusCode).toBe(400);
      expect(reply.json().errors[0]).toMatchObject({ field: 'picture' });
    }
    expect((await profile(person)).institution).not.toBe('New');
    expect(await seenBy(person, person.url)).toBe(200);
  });
});
