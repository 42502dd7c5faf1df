import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Share, SharedCase } from '@cusp/contract/sharing';
import { generateJaw } from '@cusp/fixtures/jaw';
import { writeStl } from '@cusp/fixtures/write-mesh';
import { lightLevels } from '@cusp/mesh/light-copy-gltf';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { png } from '../../testing/pictures.ts';
import { auditOf, openTwoSides } from '../../testing/two-sides.ts';
import { unzip } from '../../testing/unzip.ts';
import { upload } from '../../testing/uploads.ts';
import { makeLightCopy } from '../light-copies/make-light-copy.ts';
import { grantFor } from './share-grant.ts';
import { SHARE_LIMITS } from './share-limits.ts';

const { t, people } = await openTwoSides();

/** Its header is empty, so cleaning leaves it unchanged. */
const JAW = writeStl(generateJaw({ jaw: 'upper', seed: 1, triangles: 10_000, prepared: [] }).mesh).fill(
  0,
  0,
  80,
);
const PICTURE = png();

async function shared({ download = true, locked = false } = {}) {
  const { author, recipient } = people;
  const dentalCase = await createCase(t.services, { author, recipient, from_locked_device: locked });
  const client = await t.as(author);
  const scan = (await upload(client, dentalCase.id, JAW, 'a-upperjaw.stl')).json<{ id: number }>().id;
  const picture = (await upload(client, dentalCase.id, PICTURE, 'front.png')).json<{ id: number }>().id;
  await makeLightCopy(t.services, scan);
  const body = { key: randomUUID(), recipient: 'Dr. Far', days: 1, allows_download: download };
  const made = await client.post(`/v1/cases/${dentalCase.id}/share/`, body);
  const { share, token } = made.json<{ share: Share; token: string }>();
  return { ...dentalCase, client, scan, picture, share, token };
}
type Shared = Awaited<ReturnType<typeof shared>>;

const lightUrls = ({ token }: Shared, ...ids: number[]) =>
  t.nobody.get(`/v1/share/files/uri/?data=${token}&ids=${ids.join(',')}&purpose=light`);
const lightUrl = async (link: Shared) =>
  (await lightUrls(link, link.scan)).json<Record<string, string>>()[link.scan] ?? '';
const zipUrl = ({ token }: Shared) => t.nobody.get(`/v1/share/zip/uri/?data=${token}`);
const fetchAt = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers });

const end = {
  revoked: (link: Shared) => link.client.put(`/v1/share/${link.share.id}/revoke/`),
  expired: ({ share }: Shared) =>
    t.services.db
      .updateTable('share_link')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', share.id)
      .execute(),
  ended: ({ id }: Shared) =>
    t.services.db
      .updateTable('dental_case')
      .set({ author_removed_at: new Date(), recipient_removed_at: new Date() })
      .where('id', '=', id)
      .execute(),
};

describe.each(['revoked', 'expired', 'ended'] as const)('a link that is %s', (how) => {
  test('a link that is over gives neither light copies nor zips, even at URLs issued before', async () => {
    const link = await shared();
    const addresses = [await lightUrl(link), (await zipUrl(link)).json<{ url: string }>().url];
    for (const url of addresses) expect((await fetchAt(url)).statusCode).toBe(200);
    await end[how](link);
    for (const reply of [...(await Promise.all(addresses.map((url) => fetchAt(url)))), await zipUrl(link)])
      expect([410, 404], reply.body).toContain(reply.statusCode);
    expect((await lightUrls(link, link.scan)).json()[link.scan]).toBeUndefined();
  });
});

test('URLs issued by a link stop while its maker is blocked, and work again afterwards', async () => {
  const link = await shared();
  const addresses = [await lightUrl(link), (await zipUrl(link)).json<{ url: string }>().url];
  const setBlock = (block: { blocked_at: Date | null; blocked_by: number | null }) =>
    t.services.db.updateTable('app_user').set(block).where('id', '=', people.author.id).execute();
  await setBlock({ blocked_at: new Date(), blocked_by: people.stranger.id });
  for (const url of addresses) expect((await fetchAt(url)).json().code).toBe('share_ended');
  await setBlock({ blocked_at: null, blocked_by: null });
  for (const url of addresses) expect((await fetchAt(url)).statusCode).toBe(200);
});

describe('the light copy of a scan behind a link', () => {
  test('the light copy behind a link has the format of the 3D view, is not cached, and is logged', async () => {
    const link = await shared({ download: false });
    const reply = await fetchAt(await lightUrl(link), { 'sec-fetch-dest': 'empty' });
    expect(reply.headers).toMatchObject({
      'content-type': 'model/gltf-binary',
      'content-encoding': 'gzip',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(lightLevels(gunzipSync(reply.rawPayload))?.length).toBeGreaterThan(0);
    expect((await auditOf(t, link.id)).at(-1)).toMatchObject({
      action: 'share_file_read',
      result: 'ok',
      user_id: null,
      object_id: link.scan,
      detail: { share: link.share.id, light: true },
    });
  });

  test('no light copy behind a link for pictures, other cases, locked devices, other purposes or missing copies', async () => {
    const [link, other, locked] = [await shared(), await shared(), await shared({ locked: true })];
    expect((await lightUrls(link, link.picture, other.scan)).json()).toEqual({});
    expect((await lightUrls(locked, locked.scan)).json()).toEqual({});
    const forced = grantFor(t.services, { linkId: locked.share.id, fileId: locked.scan, purpose: 'light' });
    expect((await t.nobody.get(`/v1/share/files/${locked.scan}/light/?grant=${forced}`)).statusCode).toBe(
      403,
    );
    const url = await lightUrl(link);
    expect((await fetchAt(url, { 'sec-fetch-dest': 'document' })).json().code).toBe('share_view_only');
    const [path, grant = ''] = url.split('?grant=');
    expect((await fetchAt(`${path}?grant=v${grant.slice(1)}`)).statusCode).toBe(404);
    // Its grant works for nothing else.
    expect((await t.nobody.get(`/v1/share/files/${link.scan}/?grant=${grant}`)).statusCode).toBe(404);
    await t.services.db.deleteFrom('light_copy').where('file_id', '=', link.scan).execute();
    expect((await fetchAt(url)).statusCode).toBe(204);
  });
});

describe('all files behind a link', () => {
  test('all files behind a link come as one zip of the newest versions, not cached and logged', async () => {
    const link = await shared();
    await upload(link.client, link.id, png({ width: 3 }), 'front.png');
    const { url } = (await zipUrl(link)).json<{ url: string }>();
    expect(url).not.toContain(link.token);
    const reply = await fetchAt(url, { 'sec-fetch-dest': 'document' });
    expect(reply.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; filename="?\d{4}-/),
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    const entries = await unzip(reply.rawPayload);
    expect(Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes]))).toEqual({
      'a-upperjaw.stl': JAW,
      'front.png': png({ width: 3 }),
    });
    expect((await auditOf(t, link.id)).at(-1)).toMatchObject({
      action: 'share_files_downloaded',
      result: 'ok',
      user_id: null,
      detail: { share: link.share.id },
    });
    const history = await link.client.get(`/v1/cases/${link.id}/history/`);
    expect(history.json().entries[0]).toMatchObject({ action: 'share_downloaded_all', person: null });
  });

  test('a zip is refused for a view-only link and for a grant of another purpose', async () => {
    const link = await shared({ download: false });
    expect((await zipUrl(link)).json().code).toBe('share_view_only');
    const forced = grantFor(t.services, { linkId: link.share.id, fileId: 0, purpose: 'all' });
    expect((await t.nobody.get(`/v1/share/zip/?grant=${forced}`)).json().code).toBe('share_view_only');
    expect((await auditOf(t, link.id)).at(-1)).toMatchObject({
      action: 'share_files_downloaded',
      result: 'refused',
    });
    const other = grantFor(t.services, { linkId: link.share.id, fileId: 0, purpose: 'download' });
    expect((await t.nobody.get(`/v1/share/zip/?grant=${other}`)).statusCode).toBe(404);
    expect((await zipUrl({ ...link, token: 'x'.repeat(43) })).json().code).toBe('share_unknown');
  });

  test('a zip leaves out scans of a locked device', async () => {
    const link = await shared({ locked: true });
    const { url } = (await zipUrl(link)).json<{ url: string }>();
    const entries = await unzip((await fetchAt(url)).rawPayload);
    expect(entries.map(({ name }) => name)).toEqual(['front.png']);
    await link.client.delete(`/v1/files/${link.picture}/remove/`);
    expect((await zipUrl(link)).json().code).toBe('export_blocked');
  });

  test('too many zips are refused, by link and by network', async () => {
    const link = await shared();
    const { url } = (await zipUrl(link)).json<{ url: string }>();
    await t.services.db.deleteFrom('share_use').execute();
    await fetchAt(url);
    await t.services.db.updateTable('share_use').set({ count: SHARE_LIMITS.zip.link }).execute();
    expect((await fetchAt(url)).json()).toMatchObject({ code: 'too_many_requests' });
    await t.services.db.updateTable('share_use').set({ count: SHARE_LIMITS.zip.network }).execute();
    const elsewhere = await shared();
    const next = (await zipUrl(elsewhere)).json<{ url: string }>().url;
    expect((await fetchAt(next)).statusCode).toBe(429);
    await t.services.db.deleteFrom('share_use').execute();
  });
});

test('a visitor sees the role and jaw that a person set for a scan', async () => {
  const link = await shared();
  await link.client.put(`/v1/files/${link.scan}/scan/`, {
    scan: { role: 'preop', jaw: 'lower', tooth: null },
  });
  const { files } = (await t.nobody.get(`/v1/share/case/?data=${link.token}`)).json<SharedCase>();
  expect(files.map(({ scan }) => scan)).toEqual([{ role: 'preop', jaw: 'lower', by: 'person' }, undefined]);
});
