import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { askPeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { arrive } from './arrive.ts';
import { queueArrivedCopies } from './arrived-copies.ts';
import { ARRIVED, COMMIT, FAILED, FREEZE } from './calls.ts';
import { digestOfAll } from './commit-move.ts';
import { Copier, Stopped } from './copier.ts';
import { LostFile } from './copy-file.ts';
import { dropImport } from './drop-import.ts';
import { applyToImport, ImportOver, type ImportRow, lockForCopy, lockImport } from './import-step.sql.ts';
import { takeLateLog } from './late-log.ts';
import { takeStatements } from './made-statements.ts';
import { peopleOf } from './moved-rows.ts';
import { AddressTaken } from './reserve-addresses.ts';

/** How long one job works on an import before the next one continues. */
const SLICE_MS = 60_000;
/** Pauses between polls for a complete freeze; each is twice as long as the one before. */
const PAUSE_MS = { first: 20, longest: 1_000 };
/** Passes in one freeze until both copies must be equal. */
const MAX_PASSES = 4;
/** Passes before the freeze; each copies what changed during the one before. */
const EARLY_PASSES = 3;
/** A freeze is not prolonged for at most this many changed parts. */
const FEW_PARTS = 3;

/**
 * Continues a move into this region: copies while people work, freezes them for the last changes, compares, commits and
 * activates. May stop at any point and be restarted. Returns whether there is more to do.
 */
export async function runImport(
  services: Services,
  moveId: string,
  { sliceMs = SLICE_MS }: { sliceMs?: number } = {},
): Promise<'again' | 'later' | 'over'> {
  const row = await importOf(services, moveId);
  if (!row) return 'over';
  const until = Date.now() + sliceMs;
  if (row.step !== 'copying') return report(services, row, until);
  const run = new Import(services, row, until);
  try {
    if (!row.verified_digests) {
      if (!(await run.copyEarly())) return 'again';
      await run.verify();
    }
    await run.commit();
    const arrived = await importOf(services, moveId);
    return arrived ? await report(services, arrived, until) : 'over';
  } catch (error) {
    return afterTrouble(services, row, error);
  }
}

const importOf = ({ db }: Services, moveId: string) =>
  db.selectFrom('region_import').selectAll().where('move_id', '=', moveId).executeTakeFirst();

async function afterTrouble(
  services: Services,
  row: ImportRow,
  error: unknown,
): Promise<'again' | 'later' | 'over'> {
  if (error instanceof ImportOver) return 'over';
  if (error instanceof Stopped) {
    if (error.why !== 'over') return error.why === 'unverified' ? 'again' : 'later';
    await dropImport(services, row.move_id, null);
    return 'over';
  }
  const failure = failureOf(error);
  if (!failure) throw error;
  services.log.error({ err: error, moveId: row.move_id }, 'a move into this region has failed');
  const { isOver } = await askPeer(services, FAILED, { move: row.move_id, failure });
  // The people have left the other region: without this copy they would live in neither, so it is tried again.
  if (!isOver) throw error;
  await dropImport(services, row.move_id, failure);
  return 'over';
}

/** Error codes of a full disk by the file system (ENOSPC, EDQUOT) and PostgreSQL (53100). */
const NO_ROOM: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

function failureOf(
  error: unknown,
): 'file_lost' | 'address_taken' | 'no_room' | 'rejected' | 'not_activated' | null {
  if (error instanceof Error && 'code' in error && NO_ROOM.includes(error.code)) return 'no_room';
  if (error instanceof LostFile) return 'file_lost';
  if (error instanceof AddressTaken) return 'address_taken';
  if (error instanceof NotActivated) return failureOf(error.cause) ?? 'not_activated';
  return error instanceof Unequal ? 'rejected' : null;
}

/** The people have left the other region and could not be activated here. */
class NotActivated extends Error {}

/** The two copies differ after each pass of a freeze. */
class Unequal extends Error {}

/**
 * Takes over the rest of the other region's log, reports the arrival until it is confirmed, and then does the work that
 * no person waits for.
 */
async function report(services: Services, row: ImportRow, until: number): Promise<'again' | 'over'> {
  const { move_id: move, step, is_reported, circle } = row;
  if (step === 'arrived' && !is_reported) {
    await takeLateLog(services, row);
    await askPeer(services, ARRIVED, { move });
    await searchArrived(services.db, circle);
    // The viewer opens the scans themselves until their light copies are made.
    for (let isMore = true; isMore; ) isMore = await queueArrivedCopies(services, move);
    await services.db.transaction().execute(async (tx) => {
      const locked = await lockImport(tx, move);
      if (locked) await applyToImport(tx, locked, { type: 'reported' });
    });
  }
  if (step !== 'arrived' || row.are_statements_here) return 'over';
  try {
    return (await takeStatements(services, row, until)) ? 'over' : 'again';
  } catch (error) {
    // Housekeeping restarts it.
    services.log.warn({ err: error, moveId: move }, 'could not take over all statements of a move yet');
    return 'over';
  }
}

class Import {
  readonly #services: Services;
  readonly #move: string;
  readonly #copier: Copier;

  constructor(services: Services, row: ImportRow, until: number) {
    this.#services = services;
    this.#move = row.move_id;
    this.#copier = new Copier(services, row, until);
  }

  /** Copies while people work, unless they are already frozen; false if the time of this job is over. */
  async copyEarly(): Promise<boolean> {
    for (let pass = 0; pass < EARLY_PASSES; pass += 1) {
      const { copied, isDone, isOutdated } = await this.#copier.pass(null);
      if (isOutdated) return true;
      if (!isDone) return false;
      if (copied <= FEW_PARTS) return true;
    }
    return true;
  }

  /** Freezes the people and copies until both copies are equal. */
  async verify(): Promise<void> {
    const { freezeNo } = await this.#frozen();
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const done = await this.#copier.pass(freezeNo);
      if (done.isOutdated) throw new Stopped('unverified');
      if (done.copied > 0) continue;
      const digests = digestOfAll(done.shape, done.parts);
      await this.#services.db.transaction().execute(async (tx) => {
        const row = await lockImport(tx, this.#move);
        if (!row || (await applyToImport(tx, row, { type: 'verified', freeze_no: freezeNo, digests })))
          throw new ImportOver();
      });
      return;
    }
    throw new Unequal();
  }

  async commit(): Promise<void> {
    const row = await importOf(this.#services, this.#move);
    if (!row || row.verified_no === null || row.verified_digests === null) throw new Stopped('unverified');
    const asked = { move: this.#move, freezeNo: row.verified_no, digests: row.verified_digests };
    const answer = await askPeer(this.#services, COMMIT, asked);
    if ('refused' in answer) {
      if (answer.refused === 'unverified') await this.#forgetVerification();
      throw new Stopped(answer.refused);
    }
    const isHere = await arrive(this.#services, this.#move, answer.statement).catch((cause: unknown) => {
      throw new NotActivated('the people cannot be activated', { cause });
    });
    if (!isHere) {
      await this.#forgetVerification();
      throw new Stopped('unverified');
    }
  }

  async #forgetVerification(): Promise<void> {
    await this.#services.db.transaction().execute(async (tx) => {
      await lockForCopy(tx, this.#move);
    });
  }

  /** Waits until the writes from before the freeze have ended. */
  async #frozen(): Promise<{ freezeNo: number }> {
    for (let pause = PAUSE_MS.first; ; pause = Math.min(2 * pause, PAUSE_MS.longest)) {
      const answer = await askPeer(this.#services, FREEZE, { move: this.#move });
      if ('freezeNo' in answer) return answer;
      // After a commit whose reply was lost, the copy is compared again with the source's data set aside.
      if (answer.refused === 'committed') return { freezeNo: await this.#copier.committedNo() };
      if (answer.refused !== 'waiting') throw new Stopped(answer.refused);
      await setTimeout(pause);
    }
  }
}

/** Cases whose rows one transaction writes. */
const AT_A_TIME = 100;

/** Writes the rows by which cases of people who have arrived are searched; until then searches do not find them. */
async function searchArrived(db: Db, circle: readonly number[]): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) after = await searchSome(db, circle, after);
}

/** The last case of those that were written; undefined after the last one. */
const searchSome = (db: Db, circle: readonly number[], after: number): Promise<number | undefined> =>
  db.transaction().execute(async (tx) => {
    // Locked first, so that the rows are not older than a concurrent edit, which writes them itself.
    const { rows } = await sql<{ id: number }>`
      select id from dental_case
      where author_id = ${peopleOf(circle)} and id > ${after} and published_at is not null
        and (author_removed_at is null or recipient_removed_at is null)
        and not exists (select from case_search where case_id = dental_case.id and comment_id = 0)
      order by id limit ${AT_A_TIME} for no key update
    `.execute(tx);
    await sql`
      insert into case_search (case_id, comment_id, author_id, recipient_id, author_removed, recipient_removed, text)
      select * from search_rows(${rows.map(({ id }) => id)}::bigint[])
      on conflict do nothing
    `.execute(tx);
    return rows.at(-1)?.id;
  });
