import { crc32, deflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { importAskedFor } from '../../import.ts';
import { createUser } from '../../testing/factories.ts';
import { type caseJson, changed, openImports, zipWith } from '../../testing/imports.ts';
import { stl } from '../../testing/uploads.ts';
import { centralRecord, endRecords, localHeader } from '../files/zip-format.ts';
import { importExport } from './import-export.ts';

const { to, people, owner, mate, full, done, good, saved, importOf } = await openImports();
type Content = typeof good;

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
/** An applied edit that added a restoration on these teeth. */
const changeOf = (json: ReturnType<typeof caseJson>, teeth: number[]) => ({
  ...openChange(json),
  state: 'applied',
  version: 2,
  changes: [{ field: 'restoration', from: null, to: { ...json.order.restorations[0], teeth } }],
});
const rowsHere = async () => {
  const { rows } = await sql<{ cases: number; files: number; people: number; keys: number }>`
    select (select count(*) from dental_case)::int as cases, (select count(*) from case_file)::int as files,
      (select count(*) from app_user)::int as people,
      (select count(*) from pgboss.job where name = 'delete-bytes')::int as keys
  `.execute(to.services.db);
  return rows[0];
};

const STEP = { step: 'design', name: '', by: 'p1', at: '2026-11-24T09:31:00.000Z' };

describe('an import is refused and changes nothing', () => {
  const nothing = async (zip: Buffer, words: RegExp, options: object = {}) => {
    const before = await rowsHere();
    await expect(importOf(zip, options)).rejects.toThrow(words);
    expect(await rowsHere()).toEqual(before);
  };
  const scanPath = `cases/${full.no}/files/scan-upper.stl`;
  const with_ = (name: string, bytes: Buffer): Content => new Map(good).set(name, bytes);
  const without = (name: string): Content => new Map([...good].filter(([path]) => path !== name));

  test('an import is refused and changes nothing if the file is no zip, is truncated, or has paths outside its folder', async () => {
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

  test('an import is refused and changes nothing if the zip directory is false or it unpacks to more than any export', async () => {
    const bytes = good.get(scanPath) as Buffer;
    await nothing(
      zipWith(good, { [scanPath]: { size: bytes.length - 1 } }),
      /damaged|bytes instead|no other|stored file/,
    );
    const bomb = deflated('cases/BOMB/files/a.stl', Buffer.alloc(60_000_000));
    await nothing(bomb, /20 times its size/);
  });

  test('an import is refused and changes nothing with files or cases missing, changed, or more than it counts', async () => {
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

  test('an import is refused and changes nothing if it has another format, a newer version, or broken JSON', async () => {
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

  test('an import is refused and changes nothing with paths, people, dates and texts that no export has', async () => {
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
      [(json) => (json.steps = [{ ...STEP, by: 'p99' }]), /p99 is not one/],
      [(json) => (json.steps = [{ ...STEP, at: '2999-01-01T00:00:00Z' }]), /has not come yet/],
      [(json) => (json.sent_at = '2999-01-01T00:00:00Z'), /has not come yet/],
      [(json) => (json.status = 'ODD'), /not as an export writes it: status/],
      [(json) => (json.comments[0].at = '2999-01-01T00:00:00Z'), /has not come yet/],
      [(json) => (json.files[0].uploaded_at = '2999-01-01T00:00:00Z'), /has not come yet/],
      [(json) => (json.comments[1].text = 'half \ud800'), /cannot be stored/],
      [(json) => (json.people[0].first_name = 'x'.repeat(200)), /not as an export writes it: people/],
      [(json) => (json.order_version = 2 ** 40), /not as an export writes it: order_version/],
      [(json) => (json.comments[2].pin.no = 2 ** 40), /not as an export writes it: comments/],
      [(json) => (json.files[0].version = 2 ** 31 - 1), /not as an export writes it: files/],
      [(json) => (json.order.restorations[0].teeth = [19, 56]), /no tooth 19/],
      [(json) => (json.files[0].scan = { role: 'scanbody', jaw: 'upper', tooth: 19 }), /no tooth 19/],
      [(json) => json.order_changes.push(changeOf(json, [56])), /no tooth 56/],
      [(json) => json.comments.push(json.comments[2]), /two pins/],
      [(json) => json.order_changes.push(openChange(json)), /is not as open ones are/],
      [(json) => (json.recipient = json.author), /one person/],
      [(json) => (personOf(json, json.recipient).email = people.author.email), /the same account/],
    ] as [(json: ReturnType<typeof caseJson>) => void, RegExp][])
      await nothing(zipWith(changed(good, full.no, change)), words);
  });

  test('an import is refused and changes nothing for people who are not its practice', async () => {
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

  test('an import is refused and changes nothing if it exceeds the quota', async () => {
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
  ])('an import is refused and changes nothing of the command line %j', (args) => {
    expect(importAskedFor(args)).toBeNull();
  });
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
