import { randomUUID } from 'node:crypto';
import type { Share, SharedCase } from '@cusp/contract/sharing';
import { describe, expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { png } from '../../testing/pictures.ts';
import { auditOf, openTwoSides } from '../../testing/two-sides.ts';
import { stl, upload } from '../../testing/uploads.ts';
import { grantFor } from './share-grant.ts';
import { SHARE_LIMITS } from './share-limits.ts';

const { t, people } = await openTwoSides();

const PICTURE = png();
const SCAN = stl(10);
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

async function sharedCase(by: { id: number }, allows_download: boolean, isLocked = false) {
  const { author, recipient } = people;
  const dentalCase = await createCase(t.services, { author, recipient, from_locked_device: isLocked });
  const client = await t.as(author);
  const files: number[] = [];
  for (const [bytes, name] of [
    [PICTURE, 'Preview3D.png'],
    [SCAN, 'scan-upper.stl'],
    [PDF, 'order.pdf'],
    [Buffer.from('<case/>'), 'case.xml'],
  ] as const) {
    const sent = await upload(client, dentalCase.id, bytes, name);
    if (/\.(pdf|xml)$/.test(name)) files.push(sent.json<{ id: number }>().id);
  }
  const body = { key: randomUUID(), recipient: 'Dr. Far', days: 1, allows_download, files };
  const made = await (await t.as(by)).post(`/v1/cases/${dentalCase.id}/share/`, body);
  const { share, token } = made.json<{ share: Share; token: string }>();
  const shown = (await t.nobody.get(`/v1/share/case/?data=${token}`)).json<SharedCase>();
  const file = (name: string) => {
    const found = shown.files.find(({ filename }) => filename === name);
    if (!found) throw new Error(`no ${name}`);
    return found;
  };
  return { caseId: dentalCase.id, share, token, shown, file };
}

const urls = (token: string, ids: number[], purpose = 'view') =>
  t.nobody.get(`/v1/share/files/uri/?data=${token}&ids=${ids.join(',')}&purpose=${purpose}`);
const zipUrl = (token: string) => t.nobody.get(`/v1/share/zip/uri/?data=${token}`);
const fetchAt = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers });
const urlOf = async (token: string, id: number, purpose?: string) => {
  const url = (await urls(token, [id], purpose)).json<Record<string, string>>()[id];
  if (!url) throw new Error(`no address of ${id}`);
  return url;
};

describe('a view-only link', () => {
  test('a view-only link gives no download URL, and shows pictures, pages and scans', async () => {
    const { token, shown, file } = await sharedCase(people.author, false);
    expect(
      shown.files.map(({ filename, shows_as, can_download }) => [filename, shows_as, can_download]),
    ).toEqual([
      ['Preview3D.png', 'picture', false],
      ['scan-upper.stl', 'scan', false],
      ['order.pdf', 'pdf', false],
      ['case.xml', null, false],
    ]);
    const all = shown.files.map(({ id }) => id);
    expect((await urls(token, all, 'download')).json().code).toBe('share_view_only');
    expect(Object.keys((await urls(token, all)).json())).toEqual(all.slice(0, 3).map(String));
    expect((await zipUrl(token)).json().code).toBe('share_view_only');
    const pages = await fetchAt(await urlOf(token, file('order.pdf').id), { 'sec-fetch-dest': 'empty' });
    expect(pages.rawPayload).toEqual(PDF);
    // Not in the browser's own viewer, which could save it.
    expect(pages.headers['content-type']).toBe('application/octet-stream');
    const picture = await fetchAt(await urlOf(token, file('Preview3D.png').id), {
      'sec-fetch-dest': 'image',
    });
    expect(picture.rawPayload).toEqual(PICTURE);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(picture.headers['content-disposition']).toMatch(/^inline/);
  });

  test('a view-only link opens no file in its own window and refuses a crafted download', async () => {
    const { caseId, token, share, file } = await sharedCase(people.author, false);
    const { id } = file('scan-upper.stl');
    for (const dest of ['document', 'iframe', 'embed']) {
      const shown = dest === 'iframe' ? file('order.pdf').id : id;
      const window = await fetchAt(await urlOf(token, shown), { 'sec-fetch-dest': dest });
      expect(window.json().code).toBe('share_view_only');
    }
    // Even a URL that the server itself had signed for a download.
    const grant = grantFor(t.services, { linkId: share.id, fileId: id, purpose: 'download' });
    const forced = await t.nobody.get(`/v1/share/files/${id}/?grant=${grant}`);
    expect(forced.json().code).toBe('share_view_only');
    expect((await auditOf(t, caseId)).filter(({ result }) => result === 'refused')).toHaveLength(4);
  });
});

describe('the address of a file', () => {
  test('the URL of a file opens no other file, purpose or link', async () => {
    const one = await sharedCase(people.author, true);
    const other = await sharedCase(people.author, true);
    const url = await urlOf(one.token, one.file('order.pdf').id, 'download');
    const [path = '', grant = ''] = url.split('?grant=');
    // The first character of the signature: the last one of base64url carries bits that decoders ignore.
    const forged = grant.replace(
      /\.([\w-])([\w-]{42})$/,
      (_, first, rest) => `.${first === 'x' ? 'y' : 'x'}${rest}`,
    );
    expect(forged).not.toBe(grant);
    for (const wrong of [
      `${path.replace(/\d+\/$/, `${one.file('scan-upper.stl').id}/`)}?grant=${grant}`,
      `${path}?grant=v${grant.slice(1)}`,
      `${path}?grant=${grant.replace(String(one.share.id), String(other.share.id))}`,
      `${path}?grant=${forged}`,
      path,
    ])
      expect((await fetchAt(wrong)).statusCode, wrong).toBe(404);
    expect((await urls(one.token, [other.file('order.pdf').id], 'download')).json()).toEqual({});
    expect((await fetchAt(url)).statusCode).toBe(200);
  });

  test('the URL of a file contains no token and expires with the link', async () => {
    const { token, share, file, caseId } = await sharedCase(people.recipient, true);
    const url = await urlOf(token, file('scan-upper.stl').id, 'download');
    expect(url).not.toContain(token);
    const taken = await fetchAt(url);
    expect(taken.rawPayload).toEqual(SCAN);
    expect(taken.headers['content-disposition']).toMatch(/^attachment/);
    expect((await auditOf(t, caseId)).at(-1)).toMatchObject({
      action: 'share_file_downloaded',
      result: 'ok',
      user_id: null,
      object_id: file('scan-upper.stl').id,
      detail: { share: share.id },
    });
    await (await t.as(people.author)).put(`/v1/share/${share.id}/revoke/`);
    expect((await fetchAt(url)).json().code).toBe('share_revoked');
    expect((await urls(token, [file('order.pdf').id])).json().code).toBe('share_revoked');
  });
});

test('only the newest version of a file is behind a link', async () => {
  const { caseId, token, share, file } = await sharedCase(people.author, true);
  const { id: first } = file('scan-upper.stl');
  const [early, view] = [await urlOf(token, first, 'download'), await urlOf(token, first)];
  const client = await t.as(people.author);
  const second = (await upload(client, caseId, stl(10, 2), 'scan-upper.stl')).json().id;
  const { files } = (await t.nobody.get(`/v1/share/case/?data=${token}`)).json<SharedCase>();
  expect(files.map(({ filename, id }) => [filename, id])).toEqual([
    ['Preview3D.png', file('Preview3D.png').id],
    ['order.pdf', file('order.pdf').id],
    ['case.xml', file('case.xml').id],
    ['scan-upper.stl', second],
  ]);
  expect(Object.keys((await urls(token, [first, second], 'download')).json())).toEqual([String(second)]);
  const own = grantFor(t.services, { linkId: share.id, fileId: first, purpose: 'download' });
  for (const url of [early, view]) expect((await fetchAt(url)).statusCode).toBe(404);
  expect((await t.nobody.get(`/v1/share/files/${first}/?grant=${own}`)).statusCode).toBe(404);
});

test.each([
  ['author', () => people.author],
  ['recipient', () => people.recipient],
])('scans of a locked device are not given through a link of the %s', async (_who, by) => {
  const { token, share, shown, file } = await sharedCase(by(), true, true);
  const { id } = file('scan-upper.stl');
  expect(shown.from_locked_device).toBe(true);
  expect(file('scan-upper.stl')).toMatchObject({ shows_as: null, can_download: false });
  for (const purpose of ['view', 'download'] as const) {
    expect((await urls(token, [id], purpose)).json()).toEqual({});
    const grant = grantFor(t.services, { linkId: share.id, fileId: id, purpose });
    expect((await t.nobody.get(`/v1/share/files/${id}/?grant=${grant}`)).statusCode).toBe(403);
  }
  expect((await fetchAt(await urlOf(token, file('order.pdf').id, 'download'))).statusCode).toBe(200);
});

describe('too many requests', () => {
  const full = (what: keyof typeof SHARE_LIMITS, kind: 'link' | 'network') =>
    t.services.db.updateTable('share_use').set({ count: SHARE_LIMITS[what][kind] }).execute();

  test('too many openings of one link are refused, whoever opens it; another link still opens', async () => {
    const { token } = await sharedCase(people.author, true);
    const other = await sharedCase(people.author, true);
    await t.services.db.deleteFrom('share_use').execute();
    await t.nobody.get(`/v1/share/case/?data=${token}`);
    await full('opening', 'link');
    const refused = await t.nobody.get(`/v1/share/case/?data=${token}`);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests', retry_after: expect.any(Number) });
    expect((await t.nobody.get(`/v1/share/case/?data=${other.token}`)).statusCode).toBe(200);
  });

  test('too many attempts from one network are refused, with any token', async () => {
    await t.services.db.deleteFrom('share_use').execute();
    await t.nobody.get('/v1/share/case/?data=guess');
    await full('opening', 'network');
    expect((await t.nobody.get('/v1/share/case/?data=another')).statusCode).toBe(429);
    await t.services.db.deleteFrom('share_use').execute();
  });
});
