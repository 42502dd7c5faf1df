import { createHash, type Hash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { skinOfKey } from '../../platform/brand/brands.ts';
import { addressOfBrand } from '../../platform/brand/site.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { internalActor } from '../../platform/http/actor.ts';
import { hasLostJob } from '../../platform/jobs/lost-job.sql.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { isLivingGuest } from '../people/living-guest.sql.ts';
import { practiceOf } from '../privacy/practice.sql.ts';
import { type ExportRow, isOfMoved } from './data-exports.sql.ts';
import { zipOfExport } from './export-zip.ts';

/** Milliseconds between two notes of the progress. */
const NOTE_EVERY_MS = 500;

/** Everything below belongs to one export; each attempt writes its own file. */
export const exportFolder = (id: number): string => `data-exports/${id}`;

type Problem = 'not_entitled' | 'group_changed' | 'internal';

class Stopped extends Error {
  readonly problem: Problem | null;

  constructor(problem: Problem | null) {
    super(problem ?? 'cancelled');
    this.problem = problem;
  }
}

/**
 * Writes the zip of an export into the store as its cases are read, so that memory does not grow with the practice. A
 * job that restarts after its process was killed begins from the first case.
 */
export async function runDataExport(services: Services, id: number): Promise<void> {
  const { db, storage, log } = services;
  const row = await db
    .updateTable('data_export')
    .set({ state: 'running', cases_done: 0 })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
  if (!row) return;
  const key = `${exportFolder(id)}/${randomBytes(16).toString('hex')}`;
  try {
    const people = await entitled(services, db, row);
    const size: Size = { bytes: 0, cases: [], hash: createHash('sha256') };
    const zip = zipOfExport(services, row, {
      people,
      skin: skinOfKey(row.brand),
      origin: addressOfBrand(services.config, row.brand),
      onCase: progress(services, id, size.cases),
    });
    await storage.write(key, Readable.from(measured(zip, size), { objectMode: false }));
    await finish(services, row, { key, people, ...size });
  } catch (error) {
    await storage.remove(key);
    const stopped = findStopped(error);
    if (stopped?.problem === null) return;
    if (!stopped) log.error({ err: error, exportId: id }, 'an export of data failed');
    await db
      .updateTable('data_export')
      .set({ state: 'failed', problem: stopped?.problem ?? 'internal' })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute();
  }
}

const findStopped = (error: unknown): Stopped | null => {
  if (error instanceof Stopped) return error;
  return error instanceof Error && error.cause instanceof Stopped ? error.cause : null;
};

/** The people of the practice, if the person may still export their data. */
async function entitled({ config }: Services, db: DbOrTx, { id, created_by }: ExportRow): Promise<number[]> {
  const person = await db
    .selectFrom('data_export')
    .innerJoin('app_user', 'app_user.id', 'created_by')
    .select('presence')
    .where('data_export.id', '=', id)
    .where('deleted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .where(sql<boolean>`not ${isOfMoved}`)
    .executeTakeFirst();
  if (!person) throw new Stopped('not_entitled');
  if (person.presence !== 'home' && !(await isLivingGuest({ db, config }, created_by)))
    throw new Stopped('not_entitled');
  return practiceOf(db, internalActor(created_by)).catch(() => {
    throw new Stopped('not_entitled');
  });
}

/** Notes each exported case, and ends the job when the person has cancelled it. */
function progress({ db }: Services, id: number, done: number[]) {
  let noted = 0;
  return async (caseId: number) => {
    done.push(caseId);
    if (Date.now() - noted < NOTE_EVERY_MS) return;
    noted = Date.now();
    const going = await db
      .updateTable('data_export')
      .set({ cases_done: done.length })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst();
    if (!going) throw new Stopped(null);
  };
}

/** What was written of the zip so far. */
interface Size {
  bytes: number;
  cases: number[];
  hash: Hash;
}

async function* measured(zip: AsyncGenerator<Buffer>, size: Size) {
  for await (const chunk of zip) {
    size.bytes += chunk.length;
    size.hash.update(chunk);
    yield chunk;
  }
}

interface Written extends Size {
  key: string;
  /** The people of the practice when it began. */
  people: readonly number[];
}

const finish = (services: Services, row: ExportRow, { key, people, bytes, cases, hash }: Written) =>
  inTransaction(services, internalActor(row.created_by), async ({ tx }) => {
    const now = new Set(await entitled(services, tx, row));
    if (!people.every((id) => now.has(id))) throw new Stopped('group_changed');
    const done = await tx
      .updateTable('data_export')
      .set({
        state: 'done',
        cases_done: cases.length,
        cases_total: cases.length,
        storage_key: key,
        bytes,
        sha256: hash.digest('hex'),
        expires_at: sql<Date>`now() + interval '3 days'`,
      })
      .where('id', '=', row.id)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst();
    if (!done) throw new Stopped(null);
    await sql`
      insert into audit_log (action, user_id, case_id, object_type, object_id, detail)
      select 'case_exported', ${row.created_by}, id, 'data_export', ${row.id}, '{}'
      from unnest(${cases}::bigint[]) as exported (id)
    `.execute(tx);
  });

/** Ends exports whose job was lost, and removes those whose time is over, with their files. */
export async function tidyDataExports({ db, storage }: Services): Promise<void> {
  await db
    .updateTable('data_export')
    .set({ state: 'failed', problem: 'internal' })
    .where('state', 'in', ['queued', 'running'])
    .where(hasLostJob('data-export', 'exportId', sql.ref<number>('data_export.id')))
    .execute();
  const over = await db
    .selectFrom('data_export')
    .select('id')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  for (const { id } of over) await storage.removeBelow(exportFolder(id));
  await db
    .deleteFrom('data_export')
    .where('id', 'in', [0, ...over.map(({ id }) => id)])
    .execute();
}
