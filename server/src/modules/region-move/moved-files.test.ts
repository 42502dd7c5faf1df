import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { connect } from '../../platform/db/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { createUser } from '../../testing/factories.ts';
import { type Mishap, spoilNextBytes } from '../../testing/moves/bad-network.ts';
import {
  createPractice,
  isReadable,
  moveOf,
  readableIn,
  startMoveAs,
  workOnMove,
} from '../../testing/moves/practice.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { removeBytes } from '../files/tidy-files.ts';
import { driveMove } from './finish-source.ts';
import { runImport } from './run-import.ts';

const { us, eu } = await openTwoRegions({ rateLimitFactor: 0, config: { databasePoolSize: 5 } });

test('a file whose bytes were lost meanwhile ends the move, and people stay', async () => {
  const { author, cases } = await createPractice(us, { cases: 1 });
  const moveId = await startMoveAs(us, author);
  const { storage_key: key } = await us.services.db
    .selectFrom('case_file')
    .select('storage_key')
    .where('case_id', '=', cases[0]?.id ?? 0)
    .executeTakeFirstOrThrow();
  await us.services.storage.remove(key);
  await workOnMove(us, eu, moveId);
  expect((await (await us.as(author)).get('/v1/user/migration/')).json().move).toMatchObject({
    step: 'failed',
    failure: 'file_lost',
  });
  expect(await readableIn([us, eu], author, cases[0]?.id ?? 0)).toBe(1);
  expect(await isReadable(us, author, cases[0]?.id ?? 0)).toBe(true);
});

/** Begins a move of one file, and does something between its list and its bytes. */
async function betweenListAndBytes(work: (author: { id: number }, fileId: number) => Promise<unknown>) {
  const { author, cases } = await createPractice(us, { cases: 1 });
  const moveId = await startMoveAs(us, author);
  const file = await us.services.db
    .selectFrom('case_file')
    .select(['id', 'storage_key'])
    .where('case_id', '=', cases[0]?.id ?? 0)
    .executeTakeFirstOrThrow();
  const asked = vi.spyOn(us.services.storage, 'sizeOf').mockImplementationOnce(async () => {
    await work(author, file.id);
    await us.services.storage.remove(file.storage_key);
    return null;
  });
  await workOnMove(us, eu, moveId);
  expect(asked).toHaveBeenCalled();
  asked.mockRestore();
  return moveId;
}

test('a file that is removed while the files are copied does not move, and the move continues', async () => {
  const moveId = await betweenListAndBytes(async (author, id) => {
    const reply = await (await us.as(author)).delete(`/v1/files/${id}/remove/`);
    expect(reply.statusCode, reply.body).toBe(200);
  });
  expect(await moveOf(us, moveId)).toMatchObject({ step: 'arrived', failure: null });
});

test('a file whose bytes are lost ends the move before the freeze, however many files come before it', async () => {
  const moveId = await betweenListAndBytes((_, id) =>
    // A full page of the call, with lower keys.
    sql`
      insert into case_file (case_id, uploader_id, filename, size, sha256, storage_key, media_type)
      select case_id, uploader_id, 'new-' || n || '.stl', size, sha256, '-' || n || storage_key, media_type
      from case_file, generate_series(1, 500) as n where id = ${id}
    `.execute(us.services.db),
  );
  expect(await moveOf(us, moveId)).toMatchObject({ step: 'failed', failure: 'file_lost', freeze_no: 0 });
});

test('a move that is cancelled while a file is copied is no failure of that file', async () => {
  const moveId = await betweenListAndBytes(async (author) =>
    (await us.as(author)).delete('/v1/user/migration/'),
  );
  expect((await moveOf(us, moveId)).step).toBe('cancelled');
  const copy = await eu.services.db
    .selectFrom('region_import')
    .select(['step', 'failure'])
    .where('move_id', '=', moveId)
    .executeTakeFirstOrThrow();
  expect(copy).toEqual({ step: 'dropped', failure: null });
});

test('a region that cannot be reached for the bytes of a file is asked again, and the move continues', async () => {
  const { author, cases } = await createPractice(us, { cases: 1 });
  const moveId = await startMoveAs(us, author);
  const read = vi.spyOn(us.services.storage, 'read').mockRejectedValue(new Error('restarting'));
  await driveMove(us.services, { moveId });
  await expect(runImport(eu.services, moveId)).rejects.toMatchObject({ code: 'region_unreachable' });
  expect(read).toHaveBeenCalled();
  read.mockRestore();
  expect(await moveOf(us, moveId)).toMatchObject({ step: 'copying', failure: null });
  await workOnMove(us, eu, moveId);
  expect(await moveOf(us, moveId)).toMatchObject({ step: 'arrived' });
  expect(await isReadable(eu, author, cases[0]?.id ?? 0)).toBe(true);
});

test('a file whose bytes are lost, cut off or sent twice on the way arrives whole', async () => {
  const mishaps: Mishap[] = ['lost', 'unanswered', 'truncated', 'twice'];
  for (const mishap of mishaps) {
    const { author, cases } = await createPractice(us, { cases: 1 });
    const [file] = await filesOf(cases);
    const before = await (await us.as(author)).get(`/v1/files/${file?.id}/download/`);
    const moveId = await startMoveAs(us, author);
    const stop = spoilNextBytes(mishap);
    await workOnMove(us, eu, moveId);
    expect(stop(), mishap).toBe(true);
    expect(await moveOf(us, moveId), mishap).toMatchObject({ step: 'arrived' });
    const after = await (await eu.as(author)).get(`/v1/files/${file?.id}/download/`);
    expect(after.rawPayload.equals(before.rawPayload), mishap).toBe(true);
  }
});

test('a reply that is longer than its file is not read to its end, and ends the move', async () => {
  const { author } = await createPractice(us, { cases: 1 });
  const moveId = await startMoveAs(us, author);
  const most = 128 * 1024 * 1024;
  let given = 0;
  const { storage } = us.services;
  const sizes = vi.spyOn(storage, 'sizeOf').mockResolvedValue(most);
  const reads = vi.spyOn(storage, 'read').mockImplementation(
    async () =>
      new Readable({
        read() {
          const chunk = Buffer.alloc(Math.min(64 * 1024, most - given));
          given += chunk.length;
          this.push(chunk.length > 0 ? chunk : null);
        },
      }),
  );
  await workOnMove(us, eu, moveId).finally(() => {
    sizes.mockRestore();
    reads.mockRestore();
  });
  expect(await moveOf(us, moveId)).toMatchObject({ step: 'failed', failure: 'file_lost' });
  expect(given).toBeGreaterThan(0);
  expect(given).toBeLessThan(most);
});

test('a target whose disk is full ends the move with its reason, and people stay', async () => {
  const { author, cases } = await createPractice(us, { cases: 1 });
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const write = vi.spyOn(eu.services.storage, 'write').mockRejectedValue(full);
  const moveId = await startMoveAs(us, author);
  await workOnMove(us, eu, moveId).finally(() => write.mockRestore());
  expect((await (await us.as(author)).get('/v1/user/migration/')).json().move).toMatchObject({
    step: 'failed',
    failure: 'no_room',
  });
  expect(await readableIn([us, eu], author, cases[0]?.id ?? 0)).toBe(1);
  expect(await isReadable(us, author, cases[0]?.id ?? 0)).toBe(true);
  const again = await startMoveAs(us, author);
  await workOnMove(us, eu, again);
  expect(await moveOf(us, again)).toMatchObject({ step: 'arrived' });
});

/** A move whose files are in the other region, and of whose rows only the accounts. */
async function withFilesCopied(author: { id: number }) {
  const moveId = await startMoveAs(us, author);
  await driveMove(us.services, { moveId });
  expect(await runImport(eu.services, moveId, { sliceMs: -1 })).toBe('again');
  return moveId;
}

/** The keys of bytes that the other region is about to remove, of these. */
const toRemove = async (keys: readonly string[]) =>
  (await waitingJobs(eu, 'delete-bytes')).map(({ key }) => String(key)).filter((key) => keys.includes(key));

const filesOf = (cases: readonly { id: number }[]) =>
  us.services.db
    .selectFrom('case_file')
    .select(['id', 'storage_key as key'])
    .where('case_id', 'in', [0, ...cases.map(({ id }) => id)])
    .orderBy('id')
    .execute();

test('bytes that a cancelled move left for removal are kept when the next move has copied them again', async () => {
  const { author, cases } = await createPractice(us, { cases: 1 });
  const [file] = await filesOf(cases);
  const cancelled = await withFilesCopied(author);
  await (await us.as(author)).delete('/v1/user/migration/');
  expect(await runImport(eu.services, cancelled)).toBe('over');
  const late = await toRemove([file?.key ?? '']);
  expect(late).toHaveLength(1);
  const moveId = await withFilesCopied(author);
  for (const key of late) await removeBytes(eu.services, key);
  await workOnMove(us, eu, moveId);
  expect(await moveOf(us, moveId)).toMatchObject({ step: 'arrived' });
  const reply = await (await eu.as(author)).get(`/v1/files/${file?.id}/download/`);
  expect(reply.statusCode).toBe(200);
});

/** Bytes that a cancelled move has yet to remove, of a file that a second move copies. */
async function withLateRemoval() {
  const { author, cases } = await createPractice(us, { cases: 1 });
  const [file] = await filesOf(cases);
  const cancelled = await withFilesCopied(author);
  await (await us.as(author)).delete('/v1/user/migration/');
  expect(await runImport(eu.services, cancelled)).toBe('over');
  const key = file?.key ?? '';
  const isKept = async (moveId: string) => {
    await workOnMove(us, eu, moveId);
    expect(await moveOf(us, moveId)).toMatchObject({ step: 'arrived' });
    const reply = await (await eu.as(author)).get(`/v1/files/${file?.id}/download/`);
    expect(reply.statusCode).toBe(200);
  };
  return { author, key, isKept };
}

test('bytes that a removal is about to take while a move begins to copy them are kept', async () => {
  const { author, key, isKept } = await withLateRemoval();
  const { storage } = eu.services;
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const remove = storage.remove.bind(storage);
  const removes = vi.spyOn(storage, 'remove').mockImplementationOnce(async (gone) => {
    begun.resolve();
    await goOn.promise;
    await remove(gone);
  });
  const removal = removeBytes(eu.services, key);
  await begun.promise;
  const moving = withFilesCopied(author);
  const isWaiting = eventually(async () => {
    const { rows } = await sql`
      select from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and not granted and datname = current_database()
    `.execute(eu.services.db);
    expect(rows).toHaveLength(1);
  });
  // Copied immediately unless something makes it wait.
  await Promise.race([moving, isWaiting]);
  goOn.resolve();
  await removal;
  isWaiting.catch(() => {});
  removes.mockRestore();
  await isKept(await moving);
});

test('bytes that a move has written and not yet noted are kept from a removal', async () => {
  const { author, key, isKept } = await withLateRemoval();
  const { storage } = eu.services;
  const write = storage.write.bind(storage);
  const writes = vi.spyOn(storage, 'write').mockImplementation(async (written, ...rest) => {
    await write(written, ...rest);
    if (written === key) await removeBytes(eu.services, key);
  });
  const moveId = await withFilesCopied(author).finally(() => writes.mockRestore());
  await isKept(moveId);
});

test('the bytes of a file that is removed after the copy do not stay in the other region', async () => {
  const { author, cases } = await createPractice(us);
  const [gone, stays] = await filesOf(cases);
  const moveId = await withFilesCopied(author);
  const reply = await (await us.as(author)).delete(`/v1/files/${gone?.id}/remove/`);
  expect(reply.statusCode, reply.body).toBe(200);
  await workOnMove(us, eu, moveId);
  expect(await moveOf(us, moveId)).toMatchObject({ step: 'arrived' });
  expect(await toRemove([gone?.key ?? '', stays?.key ?? ''])).toEqual([gone?.key]);
  await removeBytes(eu.services, gone?.key ?? '');
  expect(await eu.services.storage.sizeOf(gone?.key ?? '')).toBeNull();
});

test('a target whose disk is full when the people have left keeps their copy, staff see it, and they arrive once there is room', async () => {
  const { author, cases } = await createPractice(us, { cases: 1 });
  const moveId = await startMoveAs(us, author);
  const staff = await us.asStaff(await createUser(us.services, { is_staff: true, is_sales_manager: true }));
  const listed = async () =>
    (await staff.get('/v1/cs/moves/')).json().moves.find(({ id }: { id: string }) => id === moveId);
  const owner = connect(eu.urls.owner, 1);
  try {
    await sql`
      create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$
    `.execute(owner.db);
    await sql`
      create trigger no_room before insert on audit_log for each row
      when (new.action = 'region_arrived') execute function no_room()
    `.execute(owner.db);
    await driveMove(us.services, { moveId });
    await expect(runImport(eu.services, moveId)).rejects.toMatchObject({ cause: { code: '53100' } });
    expect(await listed()).toMatchObject({ step: 'committed', failure: 'no_room', is_stuck: true });
    await sql`
      create or replace function no_room() returns trigger language plpgsql as $$
      begin raise exception 'nobody expects this'; end $$
    `.execute(owner.db);
    await expect(runImport(eu.services, moveId)).rejects.toThrow('activated');
    expect(await listed()).toMatchObject({ step: 'committed', failure: 'not_activated', is_stuck: true });
  } finally {
    await sql`drop trigger if exists no_room on audit_log`.execute(owner.db);
    await sql`drop function no_room`.execute(owner.db);
    await owner.db.destroy();
  }
  const retry = () => staff.post(`/v1/cs/moves/${moveId}/`, { action: 'retry' });
  expect((await retry()).statusCode).toBe(200);
  expect(await waitingJobs(us, 'region-move')).toContainEqual({ moveId });
  await workOnMove(us, eu, moveId);
  expect(await listed()).toMatchObject({ step: 'arrived', failure: null, is_stuck: false });
  expect(await isReadable(eu, author, cases[0]?.id ?? 0)).toBe(true);
  expect((await retry()).json().code).toBe('move_too_late');
});
