import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import { runDataExport } from '../modules/data-exports/run-data-export.ts';
import { importExport } from '../modules/data-imports/import-export.ts';
import { centralRecord, endRecords, localHeader } from '../modules/files/zip-format.ts';
import { createCase, createGroup, createUser } from './factories.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { twoSides } from './two-sides.ts';
import { unzip } from './unzip.ts';
import { png, stl, upload } from './uploads.ts';

type Content = Map<string, Buffer>;

/** The entries of the export of a person's practice. */
export async function exportOf(t: TestApp, person: { id: number }): Promise<Content> {
  const client = await t.as(person);
  const reply = await client.post('/v1/privacy/exports/', { scope: 'practice', zone: 'Europe/Berlin' });
  const { id } = reply.json();
  await runDataExport(t.services, id);
  const file = await client.request('GET', `/v1/privacy/exports/${id}/file/`, undefined, {
    cookie: client.cookie,
  });
  await client.delete(`/v1/privacy/exports/${id}/`);
  return new Map((await unzip(file.rawPayload)).map(({ name, bytes }) => [name, bytes]));
}

interface Lie {
  name?: string;
  size?: number;
  crc32?: number;
}

/** A zip of these entries, written like exports, with false statements about some of them. */
export function zipWith(entries: Iterable<[string, Buffer]>, lies: Record<string, Lie> = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, bytes] of entries) {
    const entry = { name, size: bytes.length, crc32: crc32(bytes), modified: new Date(), ...lies[name] };
    const header = localHeader(entry);
    parts.push(header, bytes);
    directory.push(centralRecord(entry, at));
    at += header.length + bytes.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...parts, central, endRecords(directory.length, central.length, at)]);
}

export type CaseJson = ReturnType<typeof caseJson>;
export const caseJson = (zip: Content, no: string) => JSON.parse(String(zip.get(`cases/${no}/case.json`)));

/** The same export with one text of a case replaced. */
export function changed(zip: Content, no: string, change: (json: CaseJson) => void): Content {
  const json = caseJson(zip, no);
  change(json);
  return new Map(zip).set(`cases/${no}/case.json`, Buffer.from(JSON.stringify(json)));
}

/** A case with everything: files with versions, a deleted one, comments, mentions, a pin, edits, an assignee. */
async function fullCase(from: TestApp, people: Awaited<ReturnType<typeof twoSides>>) {
  const [clinic, amy, lab] = [
    await from.as(people.author),
    await from.as(people.authorMate),
    await from.as(people.recipient),
  ];
  const { id, no } = await createCase(from.services, {
    ...people,
    patient_first: '민수',
    patient_last: `O'Brien`,
  });
  const scan = (await upload(clinic, id, stl(40), 'scan-upper.stl')).json().id;
  await upload(clinic, id, png('first'), 'Größe "a".png');
  await upload(amy, id, png('second'), 'Größe "a".png');
  const gone = (await upload(lab, id, png('gone'), 'gone.png')).json().id;
  await upload(lab, id, png('from the lab'), 'lab.png');
  const asked = { comment: 'This one?', file_id: gone };
  const reply_to = (await clinic.post(`/v1/cases/${id}/comment/`, asked)).json().id;
  await amy.put(`/v1/comments/${reply_to}/reaction/`, { kind: 'unclear', on: true });
  expect((await lab.delete(`/v1/files/${gone}/remove/`)).statusCode).toBe(200);
  await lab.post(`/v1/cases/${id}/comment/`, {
    comment: '@Ada Author 안녕, 이거요',
    mentions: [{ user_id: people.author.id, start: 0, length: 11 }],
  });
  const ron = await from.as(people.recipientMate);
  await ron.post(`/v1/cases/${id}/comment/`, {
    comment: 'Here',
    reply_to,
    pin: {
      file_id: scan,
      point: [1, 2, 3],
      normal: [0, 0, 1],
      view: { orientation: [0, 0, 0, 1], target: [0, 0, 0], span: 40, layers: { upper: 100 } },
    },
  });
  await clinic.put(`/v1/files/${scan}/scan/`, { scan: { role: 'upper' } });
  await from.services.db
    .updateTable('dental_case')
    .set({
      note: `<b>'"\\`,
      delivery_date: '2026-12-24',
      appointment: '2026-12-28',
      assignee_id: people.recipientMate.id,
    })
    .where('id', '=', id)
    .execute();
  return { id, no };
}

/**
 * Two deployments: a practice's export of two cases from the first, one of them with everything a case can have, and
 * the empty practice of the second that imports it.
 */
export async function openImports() {
  const from = await openTestApp();
  const to = await openTestApp();
  const people = await twoSides(from);
  const nameOf = ({ email, first_name, last_name }: typeof people.author) => ({
    email,
    first_name,
    last_name,
  });
  const owner = await createUser(to.services, nameOf(people.author));
  const mate = await createUser(to.services, nameOf(people.authorMate));
  await createGroup(to.services, owner, [mate]);
  const full = await fullCase(from, people);
  const done = await createCase(from.services, { ...people, status: 'COMP', author: people.authorMate });
  const good = await exportOf(from, people.author);
  let serial = 0;
  async function saved(zip: Buffer): Promise<string> {
    serial += 1;
    const path = join(to.services.config.dataDir, `export-${serial}.zip`);
    await writeFile(path, zip);
    return path;
  }
  const importOf = async (zip: Buffer, options: object = {}) =>
    importExport(to.services, { path: await saved(zip), practice: owner.email, ...options });
  return { from, to, people, owner, mate, full, done, good, saved, importOf };
}
