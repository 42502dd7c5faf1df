import { ExportedCase } from '@cusp/contract/export-format';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { exportsOf, jsonIn } from '../../testing/data-exports.ts';
import { removeAs } from '../../testing/deletions.ts';
import { openFreshSides } from '../../testing/two-sides.ts';
import { unzip } from '../../testing/unzip.ts';
import { png, storedIn, upload } from '../../testing/uploads.ts';
import { exportFolder, runDataExport } from './run-data-export.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;
const { start, listOf, fileOf } = exportsOf(t);

describe('the job', () => {
  test('an export begins again after its process was killed, and not once it is done', async () => {
    await newCase();
    const { id } = (await start(people.author, { scope: 'practice' })).json();
    await db.updateTable('data_export').set({ state: 'running' }).where('id', '=', id).execute();
    await runDataExport(t.services, id);
    await runDataExport(t.services, id);
    expect(await storedIn(t, exportFolder(id))).toHaveLength(1);
    expect(await listOf(people.author)).toMatchObject([{ id, state: 'done' }]);
  });

  test('an export that was removed meanwhile, or whose person was blocked, leaves no file', async () => {
    await newCase();
    const { id } = (await start(people.author, { scope: 'practice' })).json();
    const { storage } = t.services;
    const services = {
      ...t.services,
      storage: {
        read: storage.read.bind(storage),
        sizeOf: storage.sizeOf.bind(storage),
        remove: storage.remove.bind(storage),
        removeBelow: storage.removeBelow.bind(storage),
        tidy: storage.tidy.bind(storage),
        ready: storage.ready.bind(storage),
        write: async (...args: Parameters<typeof storage.write>) => {
          await (await t.as(people.author)).delete(`/v1/privacy/exports/${id}/`);
          return storage.write(...args);
        },
      },
    };
    await runDataExport(services, id);
    expect(await storedIn(t, exportFolder(id))).toEqual([]);
    expect(await listOf(people.author)).toEqual([]);

    const blocked = (await start(people.author, { scope: 'practice' })).json().id;
    await sql`update app_user set blocked_at = now(), blocked_by = id, block_reason = 'x' where id = ${people.author.id}`.execute(
      db,
    );
    await runDataExport(t.services, blocked);
    await sql`update app_user set blocked_at = null, blocked_by = null, block_reason = '' where id = ${people.author.id}`.execute(
      db,
    );
    expect(await listOf(people.author)).toMatchObject([{ state: 'failed', problem: 'not_entitled' }]);
  });

  test('an export leaves out a case that was deleted meanwhile and bytes that are gone', async () => {
    const [kept, deleted] = [await newCase(), await newCase()];
    const { id: fileId } = (await upload(await t.as(people.author), kept.id, png(), 'photo.png')).json();
    const { id } = (await start(people.author, { scope: 'patient', ids: [kept.id, deleted.id] })).json();
    await removeAs(t, people.author, [deleted.id]);
    const { storage_key } = await db
      .selectFrom('case_file')
      .select('storage_key')
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow();
    await t.services.storage.remove(storage_key);
    await runDataExport(t.services, id);
    const entries = await unzip((await fileOf(people.author, id)).rawPayload);
    const zip = new Map(entries.map(({ name, bytes }) => [name, bytes]));
    expect(jsonIn(zip, 'export.json').cases).toBe(1);
    const json = ExportedCase.parse(jsonIn(zip, `cases/${kept.no}/case.json`));
    expect(json.files).toMatchObject([{ name: 'photo.png', path: null, withheld: 'unreadable' }]);
  });
});
