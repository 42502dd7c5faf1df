import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { importAskedFor, importText } from '../../import.ts';
import type { Storage } from '../../platform/files/storage.ts';
import { removeAs } from '../../testing/deletions.ts';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import { createTestApp, openTestApp } from '../../testing/test-app.ts';
import { twoSides } from '../../testing/two-sides.ts';
import { unzip } from '../../testing/unzip.ts';
import { png, sha256, stl, upload } from '../../testing/uploads.ts';
import { finishDeletion } from '../case-page/finish-deletion.ts';
import { runDataExport } from '../data-exports/run-data-export.ts';
import { centralRecord, endRecords, localHeader } from '../files/zip-format.ts';
import { purgeCase } from '../purge/purge-case.ts';
import { importExport } from './import-export.ts';

/** One deployment exports, the other one is empty and imports. */
const from = await openTestApp();
const to = await openTestApp();
const people = await twoSides(from);
const nameOf = ({ email, first_name, last_name }: typeof people.author) => ({ email, first_name, last_name });
const owner = await createUser(to.services, nameOf(people.author));
const mate = await createUser(to.services, nameOf(people.authorMate));
await createGroup(to.services, owner, [mate]);

type Content = Map<string, Buffer>;

async function exportOf(t: typeof from, person: { id: number }): Promise<Content> {
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

/** A zip of these entries, written as exports are, with lies about some of them. */
function zipWith(entries: Iterable<[string, Buffer]>, lies: Record<string, Lie> = {}): Buffer {
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

let serial = 0;
async function saved(zip: Buffer): Promise<string> {
  serial += 1;
  const path = join(to.services.config.dataDir, `export-${serial}.zip`);
  await writeFile(path, zip);
  return path;
}
const importOf = async (zip: Buffer, options: object = {}) =>
  importExport(to.services, { path: await saved(zip), practice: owner.email, ...options });

const caseJson = (zip: Content, no: string) => JSON.parse(String(zip.get(`cases/${no}/case.json`)));
const personOf = (json: ReturnType<typeof caseJson>, key: string) =>
  json.people.find((person: { key: string }) => person.key === key);
/** A proposed edit without the order that it proposes. */
const openChange = ({ author, sent_at }: ReturnType<typeof caseJson>) => ({
  state: 'open',
  base_version: 1,
  version: null,
  by: author,
  at: sent_at,
  ended_by: null,
  ended_at: null,
  reason: '',
  changes: [],
  order: null,
});
/** The same export with another text in place of one in a case. */
function changed(zip: Content, no: string, change: (json: ReturnType<typeof caseJson>) => void): Content {
  const json = caseJson(zip, no);
  change(json);
  return new Map(zip).set(`cases/${no}/case.json`, Buffer.from(JSON.stringify(json)));
}
const rowsHere = async () => {
  const { rows } = await sql<{ cases: number; files: number; people: number; keys: number }>`
    select (select count(*) from dental_case)::int as cases, (select count(*) from case_file)::int as files,
      (select count(*) from app_user)::int as people,
      (select count(*) from pgboss.job where name = 'delete-bytes')::int as keys
  `.execute(to.services.db);
  return rows[0];
};

/** A case with everything: files with versions, a deleted one, comments, mentions, a pin, edits, an assignee. */
async function fullCase() {
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
    .set({ note: `<b>'"\\`, delivery_date: '2026-12-24', assignee_id: people.recipientMate.id })
    .where('id', '=', id)
    .execute();
  return { id, no };
}

const full = await fullCase();
const done = await createCase(from.services, { ...people, status: 'COMP', author: people.authorMate });
const good = await exportOf(from, people.author);

describe('an import is refused and changes nothing', () => {
  const nothing = async (zip: Buffer, words: RegExp, options: object = {}) => {
    const before = await rowsHere();
    await expect(importOf(zip, options)).rejects.toThrow(words);
    expect(await rowsHere()).toEqual(before);
  };
  const scanPath = `cases/${full.no}/files/scan-upper.stl`;
  const with_ = (name: string, bytes: Buffer): Content => new Map(good).set(name, bytes);
  const without = (name: string): Content => new Map([...good].filter(([path]) => path !== name));

  test('of what is no zip, is cut, or leads out of its folder', async () => {
    const zip = zipWith(good);
    await nothing(Buffer.from('hello'), /damaged or not complete/);
    await nothing(Buffer.alloc(0), /damaged or not complete/);
    await nothing(zip.subarray(0, zip.length - 400), /damaged or not complete/);
    await nothing(zip.subarray(400), /damaged|no export\.json|not as an export/);
    await nothing(zipWith([...good, ['../../etc/passwd', Buffer.from('x')]]), /leads out/);
    await nothing(zipWith([...good, ['/etc/passwd', Buffer.from('x')]]), /leads out/);
    await nothing(zipWith([...good, ['export.json', Buffer.from('{}')]]), /export\.json twice/);
    await expect(importExport(to.services, { path: '/nowhere.zip', practice: owner.email })).rejects.toThrow(
      'There is no such file',
    );
  });

  test('whose directory lies, or that unpacks to more than any export', async () => {
    const bytes = good.get(scanPath) as Buffer;
    await nothing(
      zipWith(good, { [scanPath]: { size: bytes.length - 1 } }),
      /damaged|bytes instead|no other|stored file/,
    );
    const bomb = deflated('cases/BOMB/files/a.stl', Buffer.alloc(60_000_000));
    await nothing(bomb, /20 times its size/);
  });

  test('with files or cases missing, changed, or more than it counts', async () => {
    await nothing(zipWith(without(scanPath)), /has no files\/scan-upper\.stl/);
    await nothing(zipWith(without(`cases/${done.no}/case.json`)), /has no cases\/.*case\.json/);
    await nothing(zipWith(without('export.json')), /has no export\.json/);
    await nothing(zipWith(with_(scanPath, stl(40, 2))), /checksum differs/);
    const other = changed(good, full.no, (json) => {
      json.no = 'OTHER';
    });
    await nothing(zipWith(other), /not that of the folder/);
    await nothing(zipWith([...good].filter(([path]) => !path.startsWith(`cases/${done.no}/`))), /counts 2/);
  });

  test('of another format, a newer version, or JSON that is none', async () => {
    const manifest = JSON.parse(String(good.get('export.json')));
    const saying = (more: object) =>
      zipWith(with_('export.json', Buffer.from(JSON.stringify({ ...manifest, ...more }))));
    await nothing(saying({ format: 'other' }), /not of an export/);
    await nothing(saying({ version: 3 }), /version 3.*Update Cusp/);
    await nothing(saying({ cases: 'many' }), /not as an export writes it: cases/);
    await nothing(zipWith(with_('export.json', Buffer.from('{"format":'))), /no JSON/);
    await nothing(
      zipWith(with_(`cases/${full.no}/case.json`, Buffer.from('['.repeat(5_000_000)))),
      /no JSON/,
    );
    await nothing(
      zipWith(with_(`cases/${full.no}/case.json`, Buffer.alloc(33 * 1024 * 1024, 0x20))),
      /larger than any/,
    );
  });

  test('with paths, people, dates and texts that no export has', async () => {
    for (const [change, words] of [
      [(json) => (json.files[0].path = '../../export.json'), /not in the folder/],
      [(json) => (json.files[0].path = json.files[1].path), /bytes instead|named twice/],
      [(json) => (json.files[0].name = '../x.stl'), /no name of a file/],
      [(json) => (json.files[0].name = 'x.exe'), /file_type_not_allowed/],
      [(json) => (json.files[0].name = 'x.png'), /file_content_mismatch/],
      [(json) => (json.comments[0].by = 'p99'), /p99 is not one/],
      [(json) => (json.comments[0].text = 'nul \u0000'), /cannot be stored/],
      [(json) => (json.comments[0].text = 'x'.repeat(30_000)), /longer than/],
      [(json) => (json.comments[1].mentions[0].start = 3), /mention/],
      [(json) => (json.comments[2].answers = 2), /answers one that comes after/],
      [(json) => (json.comments[0].reactions[0].by = 'p99'), /p99 is not one/],
      [(json) => json.comments[0].reactions.push(json.comments[0].reactions[0]), /same reaction twice/],
      [(json) => (json.sent_at = '2999-01-01T00:00:00Z'), /has not come yet/],
      [(json) => (json.status = 'ODD'), /not as an export writes it: status/],
      [(json) => (json.comments[0].at = '2999-01-01T00:00:00Z'), /has not come yet/],
      [(json) => (json.files[0].uploaded_at = '2999-01-01T00:00:00Z'), /has not come yet/],
      [(json) => (json.comments[1].text = 'half \ud800'), /cannot be stored/],
      [(json) => (json.people[0].first_name = 'x'.repeat(200)), /not as an export writes it: people/],
      [(json) => (json.order_version = 2 ** 40), /not as an export writes it: order_version/],
      [(json) => (json.comments[2].pin.no = 2 ** 40), /not as an export writes it: comments/],
      [(json) => json.comments.push(json.comments[2]), /two pins/],
      [(json) => json.order_changes.push(openChange(json)), /is not as open ones are/],
      [(json) => (json.recipient = json.author), /one person/],
      [(json) => (personOf(json, json.recipient).email = people.author.email), /the same account/],
    ] as [(json: ReturnType<typeof caseJson>) => void, RegExp][])
      await nothing(zipWith(changed(good, full.no, change)), words);
  });

  test('for people who are not its practice', async () => {
    const zip = zipWith(good);
    await nothing(zip, /Nobody has a confirmed account/, { practice: 'nobody@cusp.example' });
    await nothing(zip, /member of a group/, { practice: mate.email });
    const stranger = await createUser(to.services);
    await nothing(zip, /have no account in the practice: .*--as/s, { practice: stranger.email });
    await nothing(zip, /not one of the people/, { aliases: [[people.author.email, stranger.email]] });
    const theirs = changed(good, full.no, (json) => {
      for (const person of json.people) person.email = null;
    });
    await nothing(zipWith(theirs), /is of another practice/);
  });

  test('beyond the quota', async () => {
    const { config } = to.services;
    const services = { ...to.services, config: { ...config, quotaBytes: 1000 } };
    const before = await rowsHere();
    const path = await saved(zipWith(good));
    await expect(importExport(services, { path, practice: owner.email })).rejects.toThrow(/Raise QUOTA_GIB/);
    expect(await rowsHere()).toEqual(before);
  });

  test.each([
    [[]],
    [['a.zip']],
    [['--practice', 'a@b.c']],
    [['a.zip', '--practice', 'ada']],
    [['a.zip', '--practice', 'a@b.c', '--as', 'x']],
  ])('of the command line %j', (args) => {
    expect(importAskedFor(args)).toBeNull();
  });
});

test('a killed import leaves whole cases only, and the next one adds the rest, once', async () => {
  const path = await saved(zipWith(good));
  const { storage } = to.services;
  const first = bound(storage);
  let writes = 0;
  first.write = async (key, bytes, options) => {
    writes += 1;
    if (writes === 3) throw new Error('killed');
    await storage.write(key, bytes, options);
  };
  const broken = importExport({ ...to.services, storage: first }, { path, practice: owner.email });
  await expect(broken).rejects.toThrow('killed');
  const half = await to.services.db.selectFrom('dental_case').select('no').execute();
  expect(half.map(({ no }) => no)).not.toContain(full.no);
  expect(await to.services.db.selectFrom('case_file').selectAll().execute()).toEqual([]);

  const checked = await importExport(to.services, { path, practice: owner.email, isCheck: true });
  expect(checked.imported).toContain(full.no);
  const steps: string[] = [];
  const twice = await Promise.all(
    [1, 2].map(() =>
      importExport(to.services, {
        path,
        practice: owner.email,
        onProgress: (step, n, total) => steps.push(`${step} ${n}/${total}`),
      }),
    ),
  );
  expect(twice.flatMap(({ imported }) => imported).filter((no) => no === full.no)).toHaveLength(1);
  expect(steps).toContain('checked 2/2');
  const again = await importExport(to.services, { path, practice: owner.email });
  expect(again).toMatchObject({ imported: [], deleted: [], taken: [] });
  expect(again.present.sort()).toEqual([full.no, done.no].sort());
  expect(importText(again, false).join('\n')).toContain(`has them already: 2\n  `);
});

test('an export of what was imported is the same, byte for byte', async () => {
  const restored = await exportOf(to, owner);
  const lasting = ([path]: [string, Buffer]) => /^cases\/[^/]+\/(case\.json|files\/|earlier\/)/.test(path);
  expect(
    [...restored]
      .filter(lasting)
      .map(([path]) => path)
      .sort(),
  ).toEqual(
    [...good]
      .filter(lasting)
      .map(([path]) => path)
      .sort(),
  );
  for (const [path, bytes] of [...good].filter(lasting))
    expect([path, sha256(restored.get(path) as Buffer)]).toEqual([path, sha256(bytes)]);
  expect([...restored.keys()]).toContain(`cases/${full.no}/order-form.pdf`);
});

test('the practice works on with its cases, and nobody else sees or hears of them', async () => {
  const client = await to.as(owner);
  const list = (await client.get('/v1/cases/?page=1')).json();
  expect(list.posts.map(({ no }: { no: string }) => no).sort()).toEqual([full.no, done.no].sort());
  const { id } = await to.services.db
    .selectFrom('dental_case')
    .select('id')
    .where('no', '=', full.no)
    .executeTakeFirstOrThrow();
  expect((await client.get(`/v1/cases/${id}/`)).statusCode).toBe(200);
  const history = (await client.get(`/v1/cases/${id}/history/`)).json();
  expect(history.entries.map(({ action }: { action: string }) => action)).toContain('imported');
  expect((await client.post(`/v1/cases/${id}/comment/`, { comment: 'Hello' })).statusCode).toBe(200);

  // A lab with the same name and address as the one in the export is nobody to these cases.
  const lab = await createUser(to.services, {
    email: people.recipient.email,
    role: 'Dental Lab',
    first_name: 'Rita',
    last_name: 'Recipient',
    institution: 'Fine Lab',
  });
  expect((await (await to.as(lab)).get(`/v1/cases/${id}/`)).statusCode).toBe(404);
  const report = await importExport(to.services, {
    path: await saved(zipWith(await exportOf(from, people.recipient))),
    practice: lab.email,
    aliases: [[people.recipientMate.email, lab.email]],
  });
  expect(report.imported).toEqual([]);
  expect(report.taken.sort()).toEqual([full.no, done.no].sort());

  const { rows } = await sql<{
    events: number;
    mails: number;
    unread: number;
    names: number;
    reachable: number;
  }>`
    select
      (select count(*) from event where name <> 'comment_added')::int as events,
      (select count(*) from pgboss.job where name in ('mail', 'comment-mail', 'edited-mail', 'published-mail', 'notices')
        and data->>'userId' in (select id::text from app_user where presence = 'named'))::int as mails,
      (select count(*) from unread_comment join case_comment on case_comment.id = comment_id
        where body <> 'Hello')::int as unread,
      (select count(*) from app_user where presence = 'named')::int as names,
      (select count(*) from app_user where presence = 'named'
        and (activated_at is not null or email <> '' or password_hash is not null))::int as reachable
  `.execute(to.services.db);
  expect(rows).toEqual([{ events: 0, mails: 0, unread: 0, names: 2, reachable: 0 }]);

  // What the practice deletes here stays deleted, and nothing of the patient is left.
  await finishDeletion(to.services, await removeAs(to, owner, [id]));
  await purgeCase(to.services, id);
  const { patient_last, purged_at } = await to.services.db
    .selectFrom('dental_case')
    .select(['patient_last', 'purged_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([patient_last, purged_at]).toEqual(['', expect.any(Date)]);
  const later = await importOf(zipWith(good));
  expect(later).toMatchObject({ imported: [], present: [done.no], deleted: [full.no] });
});

test('exports of version 1 are read, and what an export withheld is named', async () => {
  const t = await createTestApp();
  try {
    const alone = await createUser(t.services, { email: 'alone@cusp.example' });
    const old = changed(good, full.no, (json) => {
      for (const file of json.files) delete file.keeps_metadata;
      Object.assign(json.files[0], { path: null, withheld: 'export_blocked' });
    });
    const manifest = JSON.parse(String(good.get('export.json')));
    old.set('export.json', Buffer.from(JSON.stringify({ ...manifest, version: 1 })));
    const path = await saved(zipWith(old));
    const report = await importExport(t.services, {
      path,
      practice: alone.email,
      aliases: [people.author, people.authorMate].map(({ email }) => [email, alone.email] as const),
    });
    expect(report.imported.sort()).toEqual([full.no, done.no].sort());
    expect(report.withheld).toEqual([
      { no: full.no, name: 'scan-upper.stl', version: 1, reason: 'export_blocked' },
    ]);
    expect(importText(report, false).join('\n')).toContain('scan-upper.stl (version 1): export_blocked');
    // The pin on it is still there.
    const { rows } = await sql`select pin_no from case_comment where pin is not null`.execute(t.services.db);
    expect(rows).toEqual([{ pin_no: 1 }]);
  } finally {
    await t.close();
  }
});

/** A store whose methods can be replaced. */
const bound = (storage: Storage): Storage => ({
  write: storage.write.bind(storage),
  read: storage.read.bind(storage),
  sizeOf: storage.sizeOf.bind(storage),
  remove: storage.remove.bind(storage),
  removeBelow: storage.removeBelow.bind(storage),
  tidy: storage.tidy.bind(storage),
  ready: storage.ready.bind(storage),
});

/** A zip with one packed entry. */
function deflated(name: string, bytes: Buffer): Buffer {
  const packed = deflateRawSync(bytes);
  const entry = { name, size: bytes.length, crc32: crc32(bytes), modified: new Date() };
  const parts = [localHeader(entry), packed, centralRecord(entry, 0)];
  for (const [part, at] of [
    [parts[0], 8],
    [parts[2], 10],
  ] as [Buffer, number][]) {
    part.writeUInt16LE(8, at);
    part.writeUInt32LE(packed.length, at + 10);
  }
  const [header, , central] = parts as [Buffer, Buffer, Buffer];
  return Buffer.concat([
    header,
    packed,
    central,
    endRecords(1, central.length, header.length + packed.length),
  ]);
}
