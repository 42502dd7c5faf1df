import { ExportedCase } from '@cusp/contract/exported-case';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { exportsOf, jsonIn } from '../../testing/data-exports.ts';
import { removeAs } from '../../testing/deletions.ts';
import { createRental, nameDevice } from '../../testing/devices.ts';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import { held } from '../../testing/held.ts';
import { loseJobs, openFreshSides, waitingJobs } from '../../testing/two-sides.ts';
import { unzip } from '../../testing/unzip.ts';
import { png, stl, storedIn, upload } from '../../testing/uploads.ts';
import { exportFolder, runDataExport, tidyDataExports } from './run-data-export.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;
const { start, listOf, fileOf, ready, zipOf } = exportsOf(t);

type Store = typeof t.services.storage;

/** The store with another way to write. */
const withWrite = (storage: Store, write: Store['write']): Store => ({
  read: storage.read.bind(storage),
  sizeOf: storage.sizeOf.bind(storage),
  remove: storage.remove.bind(storage),
  removeBelow: storage.removeBelow.bind(storage),
  tidy: storage.tidy.bind(storage),
  ready: storage.ready.bind(storage),
  write,
});

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

  test('an export whose process was killed each time has failed, one that waits has not', async () => {
    await newCase();
    await start(people.recipient, { scope: 'practice' });
    await loseJobs(t, 'data-export');
    await start(people.author, { scope: 'practice' });
    await tidyDataExports(t.services);
    const [lost] = await listOf(people.recipient);
    const [waits] = await listOf(people.author);
    expect(lost).toMatchObject({ state: 'failed', problem: 'internal' });
    expect(waits).toMatchObject({ state: 'queued' });
    await db.deleteFrom('data_export').execute();
  });

  test('an export that was removed meanwhile, or whose person was blocked, leaves no file', async () => {
    await newCase();
    const { id } = (await start(people.author, { scope: 'practice' })).json();
    const { storage } = t.services;
    const write: typeof storage.write = async (...args) => {
      await (await t.as(people.author)).delete(`/v1/privacy/exports/${id}/`);
      return storage.write(...args);
    };
    await runDataExport({ ...t.services, storage: withWrite(storage, write) }, id);
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

  test('an export ends, and its file goes, when somebody leaves the group or it is dissolved', async () => {
    const owner = await createUser(t.services, { first_name: 'Olga' });
    const [mate, other] = [await createUser(t.services, {}), await createUser(t.services, {})];
    const group = await createGroup(t.services, owner, [mate, other]);
    const own = await createCase(t.services, { author: owner, recipient: people.recipient });
    for (const author of [mate, other]) await createCase(t.services, { author, recipient: people.recipient });
    const leave = async (person: { id: number }) => {
      const row = await db
        .selectFrom('group_member')
        .select('id')
        .where('user_id', '=', person.id)
        .executeTakeFirstOrThrow();
      expect((await (await t.as(person)).delete(`/v1/group/users/${row.id}/remove/`)).statusCode).toBe(200);
    };
    const ended = { state: 'failed', problem: 'group_changed' };

    const fetched = await ready(owner, { scope: 'practice' });
    expect((await fileOf(owner, fetched)).statusCode).toBe(200);
    const running = (await start(owner, { scope: 'practice' })).json().id;
    const { storage } = t.services;
    const write: typeof storage.write = async (...args) => {
      const size = await storage.write(...args);
      await leave(mate);
      return size;
    };
    await runDataExport({ ...t.services, storage: withWrite(storage, write) }, running);
    expect(await listOf(owner)).toMatchObject([ended, ended]);
    expect(await storedIn(t, exportFolder(running))).toEqual([]);
    expect((await fileOf(owner, fetched)).json().code).toBe('data_export_over');
    expect(await waitingJobs(t, 'delete-bytes')).toContainEqual({
      key: expect.stringContaining(exportFolder(fetched)),
    });

    const third = await ready(owner, { scope: 'practice' });
    expect((await (await t.as(owner)).delete(`/v1/group/${group.id}/remove/`)).statusCode).toBe(200);
    expect((await fileOf(owner, third)).json().code).toBe('data_export_over');

    // Each person alone gets a file without the cases of the others.
    for (const { id } of await listOf(owner)) await (await t.as(owner)).delete(`/v1/privacy/exports/${id}/`);
    expect(
      [...(await zipOf(owner, { scope: 'practice' })).keys()].filter((name) => name.endsWith('case.json')),
    ).toEqual([`cases/${own.no}/case.json`]);
    expect(jsonIn(await zipOf(mate, { scope: 'practice' }), 'export.json').cases).toBe(1);
  });

  test('an export with scans of the own side ends when their scanner is locked; the recipient’s and others stay', async () => {
    const owner = await createUser(t.services, {});
    const mate = await createUser(t.services, {});
    const former = await createUser(t.services, {});
    const manager = await createUser(t.services, { is_device_rental_manager: true });
    await createGroup(t.services, owner, [mate]);
    const device = await createRental(t.services, { manager, customer: mate });
    const scanned = async (author: Awaited<ReturnType<typeof createUser>>) => {
      const made = await createCase(t.services, { author, recipient: people.partner });
      await nameDevice(t.services, made.id, device, mate);
      await upload(await t.as(author), made.id, stl(40), 'scan-upper.stl');
      return made;
    };
    const named = await scanned(mate);
    // Its author was in the group when the case was sent.
    await scanned(former);
    const other = await createCase(t.services, { author: owner, recipient: people.partner });
    const setLock = async (dev_locked: boolean) => {
      const dev_conns = [{ dev_id: device.id, user_id: manager.id, dev_locked }];
      const reply = await (await t.as(manager)).post('/v1/devices/connections/', { dev_conns });
      expect(reply.json(), reply.body).toMatchObject({ changed: 1 });
    };
    const statusOf = async (person: { id: number }, id: number) =>
      (await fileOf(person, id, { range: 'bytes=0-99' })).statusCode;

    const ending: [{ id: number }, number][] = [
      [owner, await ready(owner, { scope: 'practice' })],
      [owner, await ready(owner, { scope: 'case', no: named.no })],
      [former, await ready(former, { scope: 'practice' })],
    ];
    const staying: [{ id: number }, number][] = [
      [owner, await ready(owner, { scope: 'case', no: other.no })],
      [people.partner, await ready(people.partner, { scope: 'case', no: named.no })],
      [people.partner, await ready(people.partner, { scope: 'practice' })],
    ];
    for (const [person, id] of [...ending, ...staying]) expect(await statusOf(person, id)).toBe(206);
    // A lock and a new export of an author take turns, and the lock holds the device only after the people.
    const exporting = await held(t, sql`select from app_user where id = ${former.id} for update`);
    const locking = setLock(true);
    await exporting.waiting(1);
    await sql`select from device where id = ${device.id} for update nowait`.execute(db);
    await exporting.release();
    await locking;
    for (const [person, id] of ending) {
      expect((await fileOf(person, id, { range: 'bytes=0-99' })).json().code).toBe('data_export_over');
      expect((await listOf(person)).find((each) => each.id === id)).toMatchObject({
        state: 'failed',
        problem: 'scanner_locked',
      });
      expect(await waitingJobs(t, 'delete-bytes')).toContainEqual({
        key: expect.stringContaining(exportFolder(id)),
      });
    }
    for (const [person, id] of staying) expect(await statusOf(person, id)).toBe(206);

    // Unlocking gives nothing back and ends nothing.
    await setLock(false);
    for (const [person, id] of ending) expect(await statusOf(person, id)).toBe(404);
    for (const [person, id] of staying) expect(await statusOf(person, id)).toBe(206);
    for (const [person, id] of ending) await (await t.as(person)).delete(`/v1/privacy/exports/${id}/`);

    const running = (await start(owner, { scope: 'practice' })).json().id;
    const queued = (await start(owner, { scope: 'case', no: named.no })).json().id;
    const { storage } = t.services;
    const write: typeof storage.write = async (...args) => {
      const size = await storage.write(...args);
      await setLock(true);
      return size;
    };
    await runDataExport({ ...t.services, storage: withWrite(storage, write) }, running);
    await runDataExport(t.services, queued);
    for (const id of [running, queued]) {
      expect((await listOf(owner)).find((each) => each.id === id)).toMatchObject({
        state: 'failed',
        problem: 'scanner_locked',
      });
      expect(await storedIn(t, exportFolder(id))).toEqual([]);
      await (await t.as(owner)).delete(`/v1/privacy/exports/${id}/`);
    }

    const json = jsonIn(await zipOf(owner, { scope: 'practice' }), `cases/${named.no}/case.json`);
    expect(json.files).toMatchObject([{ name: 'scan-upper.stl', path: null, withheld: 'export_blocked' }]);
  });

  test('an export whose people changed without its notice is not finished', async () => {
    const owner = await createUser(t.services, {});
    const mate = await createUser(t.services, {});
    await createGroup(t.services, owner, [mate]);
    await createCase(t.services, { author: mate, recipient: people.recipient });
    const { id } = (await start(owner, { scope: 'practice' })).json();
    const { storage } = t.services;
    const write: typeof storage.write = async (...args) => {
      const size = await storage.write(...args);
      await db.deleteFrom('group_member').where('user_id', '=', mate.id).execute();
      return size;
    };
    await runDataExport({ ...t.services, storage: withWrite(storage, write) }, id);
    expect(await listOf(owner)).toMatchObject([{ state: 'failed', problem: 'group_changed' }]);
    expect(await storedIn(t, exportFolder(id))).toEqual([]);
  });
});
