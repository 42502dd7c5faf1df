import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { NOBODY } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { inTransaction } from '../../platform/work.ts';
import { openFreshSides } from '../../testing/two-sides.ts';
import { stl, upload } from '../../testing/uploads.ts';
import { endSessions } from '../identity/sessions.ts';
import { fillChecksums } from './checksums.ts';
import { checkDownloads, endWithAccess } from './open-downloads.ts';

const { t, people, newCase } = await openFreshSides();
await t.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = t.app.server.address() as AddressInfo;
afterEach(() => {
  vi.restoreAllMocks();
});

const SCAN = stl(2000);
const BEGIN = 1000;

interface Going {
  reply: IncomingMessage;
  /** The stored file, which has given its first bytes only. */
  stored: Readable;
}

/** Begins a download whose file stalls. */
async function begin(path: string, token?: string): Promise<Going> {
  const stored = new Readable({ read() {} });
  stored.push(SCAN.subarray(0, BEGIN));
  vi.spyOn(t.services.storage, 'read').mockResolvedValue(stored);
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const request = get({ host: '127.0.0.1', port, path: `/heclore${path}`, headers });
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  expect(reply.statusCode).toBe(200);
  reply.on('error', () => {});
  return { reply, stored };
}

/** `once` would reject with the error of a broken connection. */
const endOf = (reply: IncomingMessage) =>
  new Promise<void>((resolve) => reply.resume().once('close', () => resolve()));

async function expectBrokenOff({ reply, stored }: Going): Promise<void> {
  const closed = endOf(reply);
  await checkDownloads(t.services);
  await closed;
  expect(reply.complete).toBe(false);
  stored.destroy();
}

async function expectWhole({ reply, stored }: Going): Promise<void> {
  const closed = endOf(reply);
  await checkDownloads(t.services);
  stored.push(SCAN.subarray(BEGIN));
  stored.push(null);
  await closed;
  expect(reply.complete).toBe(true);
}

/** A sent case with a scan, and downloads by a member of the lab's group, or by another person. */
async function caseWithScan(reader: { id: number } = people.recipientMate) {
  const { id } = await newCase();
  const author = await t.as(people.author);
  const file = (await upload(author, id, SCAN, 'a.stl')).json<{ id: number }>().id;
  const client = await t.as(reader);
  await fillChecksums(t.services);
  return {
    id,
    author,
    file,
    scan: () => begin(`/v1/files/${file}/download/`, client.token),
    async zip() {
      const { filename } = (await client.post(`/v1/cases/${id}/files/download/`)).json();
      const idb64 = encodeId(reader.id);
      return begin(`/v1/cases/${id}/files/download/${idb64}/?filename=${filename}`, client.token);
    },
  };
}

const leaveGroup = async () => {
  const { id } = await t.services.db
    .selectFrom('group_member')
    .select('id')
    .where('user_id', '=', people.recipientMate.id)
    .executeTakeFirstOrThrow();
  expect((await (await t.as(people.recipient)).delete(`/v1/group/users/${id}/remove/`)).statusCode).toBe(200);
};
const endSession = (reason: string) => () =>
  inTransaction(t.services, NOBODY, (work) => endSessions(work, { userId: people.recipientMate.id }, reason));
const block = (person: { id: number }) =>
  t.services.db
    .updateTable('app_user')
    .set({ blocked_at: new Date(), blocked_by: people.stranger.id })
    .where('id', '=', person.id)
    .execute();

test.each([
  ['was removed from the group', leaveGroup],
  ['was signed out by staff', endSession('ended by staff')],
  ['was blocked', () => block(people.recipientMate)],
])('a scan and a zip that are being sent break off once their receiver %s', async (_, lose) => {
  const { scan, zip } = await caseWithScan();
  const [first, second] = [await scan(), await zip()];
  await lose();
  await expectBrokenOff(first);
  await expectBrokenOff(second);
});

test.each([
  [
    'its malware is found',
    (file: number) =>
      t.services.db
        .insertInto('malware_scan')
        .values({ file_id: file, state: 'infected', signature: 'Eicar', scanned_at: new Date() })
        .execute(),
  ],
  [
    'the scanner of its case is locked',
    () => t.services.db.updateTable('dental_case').set({ from_locked_device: true }).execute(),
  ],
  ['it is deleted', async (file: number) => (await t.as(people.author)).delete(`/v1/files/${file}/remove/`)],
])('a scan and a zip that are being sent break off once %s', async (_, close) => {
  const { scan, zip, file } = await caseWithScan(people.author);
  const [first, second] = [await scan(), await zip()];
  await close(file);
  await expectBrokenOff(first);
  await expectBrokenOff(second);
});

test('a download goes on for those who keep their access, and after they sign out', async () => {
  const { scan, zip } = await caseWithScan();
  const first = await scan();
  await expectWhole(first);
  const second = await zip();
  await endSession('signed out')();
  await expectWhole(second);
});

test('a receiver who left before the first byte is not asked about', async () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.destroy();
  const isAllowed = vi.fn(async () => true);
  endWithAccess(t.services, response, isAllowed);
  await checkDownloads(t.services);
  expect(isAllowed).not.toHaveBeenCalled();
});

/** A case with a link, and a zip behind it. */
async function caseWithLink() {
  const { id, author } = await caseWithScan();
  const body = { key: randomUUID(), recipient: 'Dr. Far', days: 1, allows_download: true };
  const { share, token } = (await author.post(`/v1/cases/${id}/share/`, body)).json();
  const { url } = (await t.nobody.get(`/v1/share/zip/uri/?data=${token}`)).json();
  const path = url.replace('/heclore', '');
  // Makes the copies without the names of patients, which are read from the storage too.
  expect((await t.nobody.get(path)).statusCode).toBe(200);
  return {
    zip: () => begin(path),
    expire: () =>
      t.services.db
        .updateTable('share_link')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('id', '=', share.id)
        .execute(),
    async revoke() {
      expect((await author.put(`/v1/share/${share.id}/revoke/`)).statusCode).toBe(200);
    },
  };
}

test('a download behind a link breaks off when the link is ended, but not when it expires', async () => {
  const { zip, expire, revoke } = await caseWithLink();
  const [first, second] = [await zip(), await zip()];
  await expire();
  await expectWhole(first);
  await revoke();
  await expectBrokenOff(second);
});

test('a download behind an expired link breaks off when the maker of the link is blocked', async () => {
  const { zip, expire } = await caseWithLink();
  const download = await zip();
  await expire();
  await block(people.author);
  await expectBrokenOff(download);
});

test('a download behind a link breaks off when the scanner of its case is locked', async () => {
  const { zip } = await caseWithLink();
  const download = await zip();
  await t.services.db.updateTable('dental_case').set({ from_locked_device: true }).execute();
  await expectBrokenOff(download);
});
