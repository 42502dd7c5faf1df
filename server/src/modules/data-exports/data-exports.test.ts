import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ExportedStatement, ExportManifest } from '@cusp/contract/export-format';
import { ExportedCase, ExportedDraft } from '@cusp/contract/exported-case';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { skinOfKey } from '../../platform/brand/brands.ts';
import { exportsOf, jsonIn } from '../../testing/data-exports.ts';
import { createStatement } from '../../testing/statements.ts';
import { openFreshSides, waitingJobs } from '../../testing/two-sides.ts';
import { unzip } from '../../testing/unzip.ts';
import { png, sha256, stl, storedIn, upload } from '../../testing/uploads.ts';
import { publishAgreement } from '../agreements/publish-agreement.ts';
import { exportSchemas, zipOfExport } from './export-zip.ts';
import { exportFolder, tidyDataExports } from './run-data-export.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;
const { start, listOf, fileOf, ready, zipOf } = exportsOf(t);

/** Links of pages to files missing from a zip. */
const brokenLinks = (zip: Map<string, Buffer>) =>
  [...zip]
    .filter(([path]) => path.endsWith('.html'))
    .flatMap(([path, page]) =>
      [...String(page).matchAll(/href="([^"]*)"/g)]
        .map(([, href = '']) => new URL(href.replaceAll('&#x27;', "'"), `zip://x/${path}`).pathname.slice(1))
        .filter((to) => !zip.has(decodeURIComponent(to))),
    );

const auditOfExports = () =>
  db
    .selectFrom('audit_log')
    .select(['action', 'object_id', 'detail'])
    .where('user_id', '=', people.author.id)
    .where('action', 'in', ['cases_listed', 'data_export_removed'])
    .orderBy('id')
    .execute();

describe('an export is refused', () => {
  test('an export is refused to guests and members of a group, and for cases that the practice does not see', async () => {
    const { id, no } = await newCase();
    expect((await t.nobody.post('/v1/privacy/exports/', { scope: 'practice' })).statusCode).toBe(401);
    for (const body of [{ scope: 'practice' }, { scope: 'case', no }, { scope: 'patient', ids: [id] }]) {
      const member = await start(people.authorMate, body);
      expect([member.statusCode, member.json().code]).toEqual([403, 'privacy_owner_only']);
    }
    const own = await newCase({ author: people.stranger });
    for (const body of [
      { scope: 'case', no },
      { scope: 'patient', ids: [own.id, id] },
    ])
      expect((await start(people.stranger, body)).statusCode).toBe(404);
  });

  test('a fourth export at once is refused, and a repeated request gets the one under way', async () => {
    const cases = [await newCase(), await newCase(), await newCase()];
    const twice = await Promise.all([
      start(people.author, { scope: 'practice' }),
      start(people.author, { scope: 'practice' }),
    ]);
    expect(twice[0]?.json().id).toBe(twice[1]?.json().id);
    for (const { no } of cases.slice(0, 2)) await start(people.author, { scope: 'case', no });
    const fourth = await start(people.author, { scope: 'case', no: cases[2]?.no });
    expect([fourth.statusCode, fourth.json().code]).toEqual([409, 'data_exports_full']);
    const jobs = await waitingJobs(t, 'data-export');
    // In this session the replies to the requests have already named the other cases.
    const lastIds = [cases[2]?.id ?? 0];
    await db
      .updateTable('data_export')
      .set({ scope: 'patient', case_ids: lastIds })
      .where('scope', '=', 'practice')
      .execute();
    const own = (await listOf(people.author)).map(({ id }) => id);
    expect(jobs.filter(({ exportId }) => own.includes(exportId as number))).toHaveLength(3);
    await t.app.readLog.settled();
    const named = cases.map(({ id }) => ({
      action: 'cases_listed',
      object_id: null,
      detail: { cases: [String(id)] },
    }));
    expect(await auditOfExports()).toEqual(named);
    const removed = await (await t.as(people.author)).delete(`/v1/privacy/exports/${own[0]}/`);
    expect(removed.statusCode).toBe(200);
    expect(await auditOfExports()).toEqual([
      ...named,
      { action: 'data_export_removed', object_id: own[0], detail: { scope: 'case', state: 'queued' } },
    ]);
    expect((await start(people.author, { scope: 'case', no: cases[2]?.no })).statusCode).toBe(200);
  });

  test('the file of an export is refused to everybody else, before it is ready, and after its time', async () => {
    const { no } = await newCase();
    const waiting = (await start(people.author, { scope: 'practice' })).json().id;
    expect((await fileOf(people.author, waiting)).json().code).toBe('data_export_over');
    const id = await ready(people.author, { scope: 'case', no });
    expect((await t.nobody.get(`/v1/privacy/exports/${id}/file/`)).statusCode).toBe(401);
    expect((await fileOf(people.recipient, id)).statusCode).toBe(404);
    expect((await fileOf(people.authorMate, id)).statusCode).toBe(403);
    expect((await (await t.as(people.recipient)).delete(`/v1/privacy/exports/${id}/`)).statusCode).toBe(404);
    expect((await fileOf(people.author, id)).statusCode).toBe(200);
    await db
      .updateTable('data_export')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    expect((await fileOf(people.author, id)).json().code).toBe('data_export_over');
    await tidyDataExports(t.services);
    expect(await storedIn(t, exportFolder(id))).toEqual([]);
  });
});

test('the zip has files byte for byte, all that was written or has to be kept, pages without scripts, and JSON by its schema', async () => {
  const hostile = `<script>alert('1')</script>`;
  const { id, no } = await newCase({ patient_first: '민수', patient_last: '이' });
  await db.updateTable('dental_case').set({ note: hostile }).where('id', '=', id).execute();
  const [clinic, lab] = [await t.as(people.author), await t.as(people.recipient)];
  const [scan, first, second] = [stl(40), png("O'Brien"), png('later')];
  const name = `Größe "O'Brien" & <b>이.png`;
  await upload(clinic, id, scan, 'scan-upper.stl');
  await upload(clinic, id, first, name);
  const { id: fileId } = (await upload(lab, id, png('from the lab'), 'lab.png')).json();
  await upload(clinic, id, second, name);
  const asked = { comment: `${hostile} 안녕`, file_id: fileId };
  const reply_to = (await lab.post(`/v1/cases/${id}/comment/`, asked)).json().id;
  await clinic.post(`/v1/cases/${id}/comment/`, { comment: 'Thanks', reply_to });
  await clinic.put(`/v1/comments/${reply_to}/reaction/`, { kind: 'agreed', on: true });
  await lab.post(`/v1/cases/${id}/steps/`, { step: 'design' });
  await db.updateTable('dental_case').set({ status: 'PROC' }).where('id', '=', id).execute();
  const parcel = { key: randomUUID(), carrier: 'ups', number: '1Z999AA10123456784' };
  expect((await lab.post(`/v1/cases/${id}/shipments/`, parcel)).statusCode).toBe(200);
  // Made later and sent earlier, as an imported case is.
  const other = await newCase({ patient_last: 'Zqxother' });
  const published_at = new Date(Date.now() - 86_400_000);
  await db.updateTable('dental_case').set({ published_at }).where('id', '=', other.id).execute();

  const draft = (await clinic.post('/v1/drafts/', { key: randomUUID(), fields: { note: hostile } })).json();
  const loose = png('of a draft');
  await upload(clinic, draft.id, loose, name);
  const mates = (await (await t.as(people.authorMate)).post('/v1/drafts/', { key: randomUUID() })).json();
  await publishAgreement(t.services, {
    kind: 'terms',
    name: '1',
    texts: new Map([['en', hostile]]),
    requiredFrom: new Date(),
    asTemplate: false,
  });
  const [terms] = (await clinic.get('/v1/user/agreements/?language=en')).json().open;
  expect((await clinic.post('/v1/user/agreements/', terms)).statusCode).toBe(200);
  // Made for a practice that stayed in the other region, and for a case that this practice has deleted.
  const elsewhere = await createStatement(t.services, { caseId: id, maker: people.author });
  const gone = await newCase({ author: people.partner, recipient: people.author });
  await createStatement(t.services, { caseId: gone.id, maker: people.author });
  await db
    .updateTable('dental_case')
    .set({ recipient_removed_at: new Date() })
    .where('id', '=', gone.id)
    .execute();
  await db
    .updateTable('device_statement')
    .set({ case_id: null, case_no: '2611-ELSEWHERE' })
    .where('id', '=', elsewhere.id)
    .execute();
  await createStatement(t.services, { caseId: id, maker: people.recipient });
  const zip = await zipOf(people.author, { scope: 'practice' });
  await sql`delete from agreement_version`.execute(db);
  const manifest = ExportManifest.parse(jsonIn(zip, 'export.json'));
  expect(manifest).toMatchObject({ scope: 'practice', made_by: people.author.email, cases: 2, drafts: 1 });
  const [accepted] = manifest.agreements ?? [];
  expect(accepted).toMatchObject({ kind: 'terms', version: '1', text_hash: terms.text_hash });
  expect(String(zip.get(accepted?.path ?? ''))).toBe(hostile);
  const unsent = ExportedDraft.parse(jsonIn(zip, `drafts/${draft.no}/draft.json`));
  expect(unsent).toMatchObject({ recipient: null, files: [{ name, version: 1 }] });
  expect(zip.get(`drafts/${draft.no}/${unsent.files[0]?.path}`)).toEqual(loose);
  expect(mates.no).not.toBe(draft.no);
  expect([...zip.keys()].filter((path) => path.includes(mates.no))).toEqual([]);
  expect(manifest.practice?.people.map(({ email }) => email)).toEqual([
    people.author.email,
    people.authorMate.email,
  ]);
  expect(manifest.practice?.connections.map(({ email }) => email).sort()).toEqual(
    [people.recipient.email, people.partner.email].sort(),
  );
  const folder = `cases/${no}`;
  const json = ExportedCase.parse(jsonIn(zip, `${folder}/case.json`));
  expect(json).toMatchObject({
    no,
    order: { patient: { firstname: '민수', lastname: '이' }, note: hostile },
  });
  expect(json.comments.map(({ text, about }) => [text, about?.name])).toEqual([
    [`${hostile} 안녕`, 'lab.png'],
    ['Thanks', undefined],
  ]);
  expect(json.comments[0]).toMatchObject({ reactions: [{ by: json.author, kind: 'agreed' }] });
  expect(json.comments[1]).toMatchObject({ answers: 0 });
  expect(json.shipments).toMatchObject([{ carrier: 'ups', number: parcel.number, by: json.recipient }]);
  // The lab has not let the clinic see its steps.
  expect(json.steps).toBeUndefined();
  const ofLab = ExportedCase.parse(
    jsonIn(await zipOf(people.recipient, { scope: 'practice' }), `${folder}/case.json`),
  );
  expect(ofLab.steps).toMatchObject([{ step: 'design', name: '', by: ofLab.recipient }]);
  const emails = Object.fromEntries(json.people.map(({ first_name, email }) => [first_name, email]));
  expect(emails).toEqual({ Ada: people.author.email, Rita: null });
  const bytes = json.files.map((file) => [file.name, file.version, zip.get(`${folder}/${file.path}`)]);
  expect(bytes).toEqual([
    ['scan-upper.stl', 1, scan],
    [name, 1, first],
    ['lab.png', 1, png('from the lab')],
    [name, 2, second],
  ]);
  for (const file of json.files) {
    expect(sha256(zip.get(`${folder}/${file.path}`) as Buffer)).toBe(file.sha256);
    expect(file.path).toMatch(/^(files|earlier)\/[^/\\"<>]+$/);
  }
  expect(String(zip.get(`${folder}/order-form.pdf`)?.subarray(0, 5))).toBe('%PDF-');
  expect(json.statements).toEqual([{ version: 1, language: 'en', path: 'statements/1-en.pdf' }]);
  expect(String(zip.get(`${folder}/statements/1-en.pdf`))).toBe('%PDF-1.7');

  for (const caseNo of ['2611-ELSEWHERE', gone.no]) {
    const kept = ExportedStatement.parse(jsonIn(zip, `statements/${caseNo}/1.json`));
    expect(kept).toMatchObject({ case_no: caseNo, papers: [{ language: 'en', path: '1-en.pdf' }] });
    expect(String(zip.get(`statements/${caseNo}/1-en.pdf`))).toBe('%PDF-1.7');
    expect(String(zip.get('statements/index.html'))).toContain(`href="${caseNo}/1-en.pdf"`);
  }
  expect([...zip.keys()].filter((path) => path.startsWith('statements/'))).toHaveLength(5);
  expect(manifest.statements).toBe(2);
  expect(String(zip.get('index.html'))).toContain('href="statements/index.html"');

  const pages = [...zip].filter(([path]) => path.endsWith('.html'));
  expect(pages.map(([path]) => path)).toEqual([
    'statements/index.html',
    `${folder}/index.html`,
    `cases/${other.no}/index.html`,
    'index.html',
  ]);
  for (const [, page] of pages) {
    const html = String(page);
    expect(html).not.toMatch(/<script|<b>|https?:|src=|@import|url\(/i);
  }
  expect(brokenLinks(zip)).toEqual([]);
  const page = String(zip.get(`${folder}/index.html`));
  expect(page).toContain('이민수');
  expect(page).toContain('&lt;script&gt;');
  expect(Object.keys(jsonIn(zip, 'schema/case.schema.json').properties)).toContain('order');
});

test('statements whose time ends while an export reads them are left out, and those after them are not', async () => {
  const { stranger } = people;
  const { id: caseId } = await newCase({ author: stranger });
  const { id } = await createStatement(t.services, { caseId, maker: stranger });
  await sql`
    insert into device_statement (case_no, version, client_key, maker_id, issued_by, issued_at, kept_until, is_implantable, content, papers)
    select 'Z' || n, 1, gen_random_uuid(), maker_id, issued_by, now() - n * interval '1 microsecond', kept_until, is_implantable,
      content, papers
    from device_statement, generate_series(1, 1001) as n where id = ${id}
  `.execute(db);
  const row = await db
    .selectFrom('data_export')
    .selectAll()
    .where('id', '=', (await start(stranger, { scope: 'practice' })).json().id)
    .executeTakeFirstOrThrow();
  const making = { people: [stranger.id], skin: skinOfKey('cusp'), origin: '', onCase: async () => {} };
  const parts: Buffer[] = [];
  for await (const part of zipOfExport(t.services, row, making)) {
    // The last one of the first page is among the removed rows, and then there is no third page.
    if (parts.length === 0)
      await db.deleteFrom('device_statement').where('case_no', 'in', ['Z500', 'Z1001']).execute();
    parts.push(part);
  }
  const zip = new Map((await unzip(Buffer.concat(parts))).map(({ name, bytes }) => [name, bytes]));
  const named = (end: string) =>
    [...zip.keys()].filter((path) => path.startsWith('statements/') && path.endsWith(end));
  expect(named('.json')).toHaveLength(999);
  expect(named('.json')).not.toContain('statements/Z500/1.json');
  expect(named('.html')).toEqual(['statements/index.html', 'statements/index-2.html']);
  expect(jsonIn(zip, 'export.json').statements).toBe(999);
  expect(brokenLinks(zip)).toEqual([]);
}, 120_000);

test('an export of a case or a patient has no data of other cases, and names what it withholds', async () => {
  const locked = await newCase({ patient_last: 'Zqxlocked', from_locked_device: true });
  const other = await newCase({ patient_last: 'Zqxother' });
  const clinic = await t.as(people.author);
  await upload(clinic, locked.id, stl(40), 'scan-upper.stl');
  await upload(clinic, locked.id, png(), 'photo.png');
  const zip = await zipOf(people.author, { scope: 'patient', ids: [locked.id] });
  expect([...zip.keys()].filter((path) => path.startsWith('statements/'))).toEqual([]);
  expect(Buffer.concat([...zip.values()]).includes('Zqxother')).toBe(false);
  expect([...zip.keys()].filter((path) => path.includes(other.no))).toEqual([]);
  const json = ExportedCase.parse(jsonIn(zip, `cases/${locked.no}/case.json`));
  expect(json.files.map(({ name, path, withheld }) => [name, path, withheld])).toEqual([
    ['scan-upper.stl', null, 'export_blocked'],
    ['photo.png', 'files/photo.png', null],
  ]);
  expect(jsonIn(zip, 'export.json')).toMatchObject({ scope: 'patient', practice: null, cases: 1 });
  // The lab may have the scans of the same case.
  const theirs = await zipOf(people.recipient, { scope: 'case', no: locked.no.toLowerCase() });
  expect(theirs.get(`cases/${locked.no}/files/scan-upper.stl`)).toEqual(stl(40));
});

test('the published schemas are those in the zip', async () => {
  const folder = join(import.meta.dirname, '../../../../docs/exports');
  for (const [name, schema] of Object.entries(exportSchemas()))
    expect(JSON.parse(await readFile(join(folder, name), 'utf8'))).toEqual(schema);
});
