import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod';
import { askPeer, type PeerCall } from '../../platform/region/peer-call.ts';
import { openSealed } from '../../platform/region/sealed.ts';
import type { Services } from '../../platform/services.ts';
import { arrive } from './arrive.ts';
import {
  ARRIVED,
  COMMIT,
  FAILED,
  FILES,
  FREEZE,
  LATE_LOG,
  PARTS,
  type RefusedCall,
  ROWS,
  SealedRows,
} from './calls.ts';
import { digestOfAll } from './commit-move.ts';
import { copyFile, LostFile, missingOf } from './copy-file.ts';
import { digestOf } from './digests.sql.ts';
import { dropImport } from './drop-import.ts';
import { applyToImport, ImportOver, type ImportRow, lockForCopy, lockImport } from './import-step.sql.ts';
import type { Range } from './moved-rows.ts';
import { AddressTaken, reserveAddresses } from './reserve-addresses.ts';
import { carrierOf } from './source.ts';
import { takePart } from './take-part.sql.ts';

/** How long one job works on an import before the next one goes on. */
const SLICE_MS = 60_000;
/** Pauses between questions whether the freeze is complete; each is twice as long as the one before. */
const PAUSE_MS = { first: 20, longest: 1_000 };
/** Passes in one freeze until both copies must be equal. */
const MOST_PASSES = 4;
/** Passes before the freeze; each copies what changed during the one before. */
const EARLY_PASSES = 3;
/** So few parts that changed in a pass do not prolong a freeze. */
const FEW_PARTS = 3;

/** The other region answers that this cannot go on now. */
class Stopped extends Error {
  readonly why: RefusedCall;
  constructor(why: RefusedCall) {
    super(`the other region answers ${why}`);
    this.why = why;
  }
}

/**
 * Goes on with a move into this region: copies while people work, freezes them for the last changes, compares, commits
 * and activates. May stop at any point and be begun again. Answers whether there is more to do.
 */
export async function runImport(
  services: Services,
  moveId: string,
  { sliceMs = SLICE_MS }: { sliceMs?: number } = {},
): Promise<'again' | 'later' | 'over'> {
  const row = await importOf(services, moveId);
  if (!row) return 'over';
  if (row.step !== 'copying') return report(services, row);
  const run = new Import(services, row, Date.now() + sliceMs);
  try {
    if (!row.verified_digests) {
      if (!(await run.copyEarly())) return 'again';
      await run.verify();
    }
    await run.commit();
    const arrived = await importOf(services, moveId);
    return arrived ? await report(services, arrived) : 'over';
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
  await askPeer(services, FAILED, { move: row.move_id, failure });
  await dropImport(services, row.move_id, failure);
  return 'over';
}

/** Of a full disk, as the file system (ENOSPC, EDQUOT) and PostgreSQL (53100) name it. */
const NO_ROOM: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

function failureOf(error: unknown): 'file_lost' | 'address_taken' | 'no_room' | 'rejected' | null {
  if (error instanceof Error && 'code' in error && NO_ROOM.includes(error.code)) return 'no_room';
  if (error instanceof LostFile) return 'file_lost';
  if (error instanceof AddressTaken) return 'address_taken';
  return error instanceof Unequal ? 'rejected' : null;
}

/** The two copies differ after each pass of a freeze. */
class Unequal extends Error {}

/** Takes over what the other region still has of the log, and says that the people have arrived until it knows. */
async function report(services: Services, { move_id: move, step, is_reported }: ImportRow): Promise<'over'> {
  if (step === 'arrived' && !is_reported) {
    await takeLateLog(services, move);
    await askPeer(services, ARRIVED, { move });
    await services.db.transaction().execute(async (tx) => {
      const row = await lockImport(tx, move);
      if (row) await applyToImport(tx, row, { type: 'reported' });
    });
  }
  return 'over';
}

async function takeLateLog(services: Services, move: string): Promise<void> {
  const { peer, region } = services.config;
  const answer = await askPeer(services, LATE_LOG, { move });
  if (!peer || 'refused' in answer) return;
  const rows = z.string().parse(await openSealed(peer, region, carrierOf(move), answer.sealed));
  await sql`
    insert into audit_log select row.* from json_populate_recordset(null::audit_log, ${rows}::json) as row
    on conflict do nothing
  `.execute(services.db);
}

interface Pass {
  copied: number;
  parts: { range: Range; digest: string }[];
  /** The freeze in which it reads; null while people work. */
  freezeNo: number | null;
  isDone: boolean;
  /** The source was frozen or thawed meanwhile. */
  isOutdated: boolean;
}

interface PartsPage {
  parts: { range: Range; digest: string }[];
  next: number | null;
  freezeNo: number | null;
}

class Import {
  readonly #services: Services;
  readonly #row: ImportRow;
  readonly #until: number;
  #percent: number;

  constructor(services: Services, row: ImportRow, until: number) {
    this.#services = services;
    this.#row = row;
    this.#until = until;
    this.#percent = row.percent;
  }

  get #move(): string {
    return this.#row.move_id;
  }

  /** Copies while people work, unless they are frozen already; false when the time of this job is over. */
  async copyEarly(): Promise<boolean> {
    for (let pass = 0; pass < EARLY_PASSES; pass += 1) {
      const { copied, isDone, isOutdated } = await this.#pass(null);
      if (isOutdated) return true;
      if (!isDone) return false;
      if (copied <= FEW_PARTS) return true;
    }
    return true;
  }

  /** Freezes the people and copies until both copies are equal. */
  async verify(): Promise<void> {
    const { freezeNo } = await this.#frozen();
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const done = await this.#pass(freezeNo);
      if (done.isOutdated) throw new Stopped('unverified');
      if (done.copied > 0) continue;
      const digests = digestOfAll(done.parts);
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
    if (!(await arrive(this.#services, this.#move, answer.statement))) {
      await this.#forgetVerification();
      throw new Stopped('unverified');
    }
  }

  async #forgetVerification(): Promise<void> {
    await this.#services.db.transaction().execute(async (tx) => {
      await lockForCopy(tx, this.#move);
    });
  }

  /** Waits until the writes of before the freeze have ended. */
  async #frozen(): Promise<{ freezeNo: number }> {
    for (let pause = PAUSE_MS.first; ; pause = Math.min(2 * pause, PAUSE_MS.longest)) {
      const answer = await askPeer(this.#services, FREEZE, { move: this.#move });
      if ('freezeNo' in answer) return answer;
      // After a commit whose answer was lost, the copy is compared again with what the source keeps aside.
      if (answer.refused === 'committed') return { freezeNo: await this.#committedNo() };
      if (answer.refused !== 'waiting') throw new Stopped(answer.refused);
      await setTimeout(pause);
    }
  }

  async #committedNo(): Promise<number> {
    const page = await this.#ask(PARTS, {
      move: this.#move,
      percent: this.#percent,
      from: Number.MAX_SAFE_INTEGER,
    });
    if (page.freezeNo === null) throw new Stopped('unverified');
    return page.freezeNo;
  }

  /** One comparison of everything, which copies what differs; files come before the rows that name them. */
  async #pass(freezeNo: number | null): Promise<Pass> {
    const pass: Pass = { copied: 0, parts: [], freezeNo, isDone: false, isOutdated: false };
    if (!(await this.#copyFiles(pass))) return pass;
    let compared = 0;
    // The source computes the next digests while these are compared.
    for (let asked: Promise<PartsPage> | null = this.#partsFrom(0); asked; ) {
      const page: PartsPage = await asked;
      if (page.freezeNo !== freezeNo) return { ...pass, isOutdated: true };
      asked = page.next === null ? null : this.#partsFrom(page.next);
      for (const part of page.parts) {
        if (freezeNo === null && Date.now() > this.#until && compared > 0) return pass;
        if (await this.#comparePart(part)) pass.copied += 1;
        pass.parts.push(part);
        compared += 1;
      }
      await this.#note(90 + Math.min(9, (compared * 9) / Math.max(1, this.#partsInAll())));
    }
    return { ...pass, isDone: true };
  }

  #partsFrom(from: number): Promise<PartsPage> {
    const asked: Promise<PartsPage> = this.#ask(PARTS, { move: this.#move, percent: this.#percent, from });
    // Nobody may be waiting for it any more when it fails.
    asked.catch(() => {});
    return asked;
  }

  #partsInAll(): number {
    return Math.ceil(this.#row.totals.cases / 100) + 1;
  }

  /** Copies missing files; false when the time of this job is over. */
  async #copyFiles(pass: Pass): Promise<boolean> {
    const { bytes } = this.#row.totals;
    for (let after: string | null = ''; after !== null; ) {
      const page: { files: { key: string; size: number; sha256: string | null }[]; next: string | null } =
        await this.#ask(FILES, { move: this.#move, percent: this.#percent, after });
      for (const file of await missingOf(this.#services, this.#move, page.files)) {
        if (pass.freezeNo === null && Date.now() > this.#until && pass.copied > 0) return false;
        await copyFile(this.#services, { moveId: this.#move, percent: this.#percent }, file);
        pass.copied += 1;
        await this.#note(bytes > 0 ? (90 * (await this.#bytesHere())) / bytes : 90);
      }
      after = page.next;
    }
    return true;
  }

  async #bytesHere(): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(size), 0)::bigint as bytes from region_import_file where move_id = ${this.#move}
    `.execute(this.#services.db);
    return rows[0]?.bytes ?? 0;
  }

  /** Remembers how much is here, which the next question says. */
  async #note(percent: number): Promise<void> {
    const whole = Math.min(99, Math.floor(percent));
    if (whole <= this.#percent) return;
    this.#percent = whole;
    await this.#services.db
      .updateTable('region_import')
      .set({ percent: whole })
      .where('move_id', '=', this.#move)
      .execute();
  }

  /** Copies a part if it differs from the source; whether it did. */
  async #comparePart({ range, digest }: { range: Range; digest: string }): Promise<boolean> {
    const part = { circle: this.#row.circle, range };
    const here = await this.#services.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => digestOf(tx, this.#move, part, { side: 'target', until: null }));
    if (here === digest) return false;
    const { sealed } = await this.#ask(ROWS, { move: this.#move, percent: this.#percent, range });
    const { peer, region } = this.#services.config;
    const opened = peer && (await openSealed(peer, region, carrierOf(this.#move), sealed));
    const rows = SealedRows.parse(opened);
    await this.#services.db.transaction().execute(async (tx) => {
      await lockForCopy(tx, this.#move);
      await takePart(tx, this.#move, part, rows, this.#services.secret);
      if (range === null) await reserveAddresses(tx, this.#services, this.#move, this.#row.circle);
    });
    return true;
  }

  async #ask<In extends z.ZodType, Out extends z.ZodType>(
    call: PeerCall<In, Out>,
    question: z.input<In>,
  ): Promise<Exclude<z.output<Out>, { refused: RefusedCall }>> {
    const answer = await askPeer(this.#services, call, question);
    if (answer && typeof answer === 'object' && 'refused' in answer)
      throw new Stopped(answer.refused as RefusedCall);
    return answer as Exclude<z.output<Out>, { refused: RefusedCall }>;
  }
}
