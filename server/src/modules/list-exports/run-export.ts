import { Readable } from 'node:stream';
import type { ListExport } from '@cusp/contract/list-exports';
import { EXPORT_JOB_MAX_ROWS } from '@cusp/contract/list-exports.routes';
import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import { type Selectable, sql } from 'kysely';
import type { ListExportTable } from '../../platform/db/tables/staff-work.ts';
import { internalActor } from '../../platform/http/actor.ts';
import { hasLostJob } from '../../platform/jobs/lost-job.sql.ts';
import type { Services } from '../../platform/services.ts';
import { streamSheet } from '../../platform/sheets/write-sheet.ts';
import { inTransaction } from '../../platform/work.ts';
import type { ExportKind, ExportKinds, ExportWish } from './export-kind.ts';
import { exported, rowsOf } from './export-list.ts';

type Row = Selectable<ListExportTable>;
type Problem = NonNullable<ListExport['problem']>;

/** Rows between two updates of the progress. */
const NOTE_EVERY = 5000;

/** Storage key of an export's file. */
export const exportKey = (id: number): string => `exports/${id}`;

class Stopped extends Error {
  readonly problem: Problem | null;

  constructor(problem: Problem | null) {
    super(problem ?? 'cancelled');
    this.problem = problem;
  }
}

/**
 * Writes the file of an export into the store as its rows are read, so that memory does not grow with the list. A job
 * that restarts after its process was killed begins from the first row. The requester must still be entitled.
 */
export async function runExport(services: Services, kinds: ExportKinds, id: number): Promise<void> {
  const { db, storage, log } = services;
  const row = await db
    .updateTable('list_export')
    .set({ state: 'running', rows_done: 0 })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
  if (!row) return;
  const kind = kinds[row.list as keyof ExportKinds];
  try {
    if (!(await isEntitled(services, row, kind))) throw new Stopped('not_entitled');
    const wish = row.query as unknown as ExportWish;
    const size = { bytes: 0, rows: 0 };
    const sheet = streamSheet(kind.title, kind.columns, counted(services, row, kind, wish, size));
    await storage.write(exportKey(id), Readable.from(measured(sheet, size), { objectMode: false }));
    // A long list takes minutes, in which the person can lose the flag.
    if (!(await isEntitled(services, row, kind))) throw new Stopped('not_entitled');
    await finish(services, row, kind, wish, size);
  } catch (error) {
    const stopped = findStopped(error);
    if (!stopped) log.error({ err: error, exportId: id }, 'an export of a list failed');
    if (stopped?.problem !== null)
      await db
        .updateTable('list_export')
        .set({ state: 'failed', problem: stopped?.problem ?? 'internal', expires_at: inOneHour })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute();
    if (!(await isDone(services, id))) await storage.remove(exportKey(id));
  }
}

/** Whether another run of the same job, which the queue began because this one sent no heartbeat, has finished it. */
async function isDone({ db }: Services, id: number): Promise<boolean> {
  const done = await db
    .selectFrom('list_export')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'done')
    .executeTakeFirst();
  return done !== undefined;
}

const inOneHour = sql<Date>`now() + interval '1 hour'`;

const findStopped = (error: unknown): Stopped | null => {
  if (error instanceof Stopped) return error;
  return error instanceof Error && error.cause instanceof Stopped ? error.cause : null;
};

async function isEntitled({ db }: Services, { created_by }: Row, { flags }: ExportKind): Promise<boolean> {
  const person = await db
    .selectFrom('app_user')
    .select(['is_device_manager', 'is_sales_manager', 'is_staff', 'is_device_user_viewer'])
    .where('id', '=', created_by)
    .where('deleted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  return person !== undefined && mayEnter(staffFlagsOf(person), flags);
}

/** The rows, recording the progress; ends if there are too many or the person has cancelled. */
async function* counted(
  { db }: Services,
  { id }: Row,
  kind: ExportKind,
  wish: ExportWish,
  size: { rows: number },
) {
  let noted = 0;
  for await (const rows of rowsOf(db, kind, wish)) {
    size.rows += rows.length;
    if (size.rows > EXPORT_JOB_MAX_ROWS) throw new Stopped('too_many_rows');
    if (size.rows - noted >= NOTE_EVERY) {
      noted = size.rows;
      const going = await db
        .updateTable('list_export')
        .set({ rows_done: noted })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .returning('id')
        .executeTakeFirst();
      if (!going) throw new Stopped(null);
    }
    yield rows;
  }
}

async function* measured(sheet: AsyncGenerator<Uint8Array>, size: { bytes: number }) {
  for await (const chunk of sheet) {
    size.bytes += chunk.length;
    yield chunk;
  }
}

const finish = (
  services: Services,
  { id, created_by }: Row,
  kind: ExportKind,
  wish: ExportWish,
  { bytes, rows }: { bytes: number; rows: number },
) =>
  inTransaction(services, internalActor(created_by), async (work) => {
    const done = await work.tx
      .updateTable('list_export')
      .set({ state: 'done', rows_done: rows, bytes, done_at: sql<Date>`now()`, expires_at: inOneHour })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst();
    if (!done) throw new Stopped(null);
    await work.audit({ ...exported(kind, wish, rows), object: { type: 'list_export', id } });
  });

/** Ends exports whose job was lost, and removes those whose time is over, with their files. */
export async function tidyExports({ db, storage }: Services): Promise<void> {
  await db
    .updateTable('list_export')
    .set({ state: 'failed', problem: 'internal', expires_at: inOneHour })
    .where('state', 'in', ['queued', 'running'])
    .where(hasLostJob('list-export', 'exportId', sql.ref<number>('list_export.id')))
    .execute();
  const over = await db
    .selectFrom('list_export')
    .select('id')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  for (const { id } of over) await storage.remove(exportKey(id));
  await db
    .deleteFrom('list_export')
    .where('id', 'in', [0, ...over.map(({ id }) => id)])
    .execute();
}
