import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { importText } from '../../import.ts';
import type { Storage } from '../../platform/files/storage.ts';
import { removeAs } from '../../testing/deletions.ts';
import { createUser } from '../../testing/factories.ts';
import { caseJson, changed, exportOf, openImports, zipWith } from '../../testing/imports.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { sha256 } from '../../testing/uploads.ts';
import { finishDeletion } from '../case-page/finish-deletion.ts';
import { purgeCase } from '../purge/purge-case.ts';
import { importExport } from './import-export.ts';

const { from, to, people, owner, full, done, good, saved, importOf } = await openImports();

// Each test continues with the cases imported by the previous one.
describe('a practice in an empty deployment', { shuffle: false }, () => {
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

  test('the practice continues to work on imported cases, which no one else sees or is notified of', async () => {
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

    // A lab with the same name and address as the one in the export is not linked to these cases.
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

    // Cases that the practice deletes here stay deleted, and nothing of the patient is left.
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

    // The author of a received case took it back after the export, so nobody of this practice has deleted it.
    const numbered = () => to.services.db.updateTable('dental_case').where('no', '=', done.no);
    const { author_id, recipient_id, published_at } = await to.services.db
      .selectFrom('dental_case')
      .select(['author_id', 'recipient_id', 'published_at'])
      .where('no', '=', done.no)
      .executeTakeFirstOrThrow();
    await numbered().set({ author_id: lab.id, recipient_id: owner.id, published_at: null }).execute();
    expect(await importOf(zipWith(good))).toMatchObject({ deleted: [full.no], taken: [done.no] });
    await numbered().set({ author_id, recipient_id, published_at }).execute();
  });

  test('steps that are done come with the case, as who did them and when', async () => {
    const folder = 'cases/STEPS-1';
    const step = { step: 'design', name: '', by: 'p1', at: '2026-11-24T09:31:00.000Z' };
    const parcel = { carrier: 'ups', carrier_name: '', number: '1Z', link: '', by: 'p1', at: step.at };
    const json = {
      ...caseJson(good, done.no),
      no: 'STEPS-1',
      steps: [step, { ...step, name: 'Again' }],
      shipments: [parcel],
    };
    const manifest = { ...JSON.parse(String(good.get('export.json'))), cases: 1 };
    const zip = new Map<string, Buffer>([['export.json', Buffer.from(JSON.stringify(manifest))]]);
    for (const [path, bytes] of good)
      if (path.startsWith(`cases/${done.no}/`)) zip.set(path.replace(`cases/${done.no}`, folder), bytes);
    zip.set(`${folder}/case.json`, Buffer.from(JSON.stringify(json)));
    await importOf(zipWith(zip));
    const rows = await to.services.db
      .selectFrom('case_step')
      .innerJoin('dental_case', 'dental_case.id', 'case_id')
      .innerJoin('app_user', 'app_user.id', 'done_by')
      .select(['step', 'name', 'done_at', 'first_name'])
      .where('no', '=', 'STEPS-1')
      .execute();
    const sent = await to.services.db.selectFrom('case_shipment').selectAll().execute();
    expect(sent).toMatchObject([{ carrier: 'ups', number: '1Z', sent_at: new Date(step.at) }]);
    const [{ first_name }] = json.people;
    expect(rows).toEqual([{ step: 'design', name: '', done_at: new Date(step.at), first_name }]);
  });
});

test('exports of version 1 are read, and what an export withheld is named', async () => {
  const t = await createTestApp();
  try {
    const alone = await createUser(t.services, { email: 'alone@cusp.example' });
    const old = changed(good, full.no, (json) => {
      for (const file of json.files) delete file.keeps_metadata;
      delete json.order.appointment;
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
