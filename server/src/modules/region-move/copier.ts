import { sql } from 'kysely';
import type * as z from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { askPeer, type PeerCall } from '../../platform/region/peer-call.ts';
import { readBefore } from '../../platform/region/peer-clock.ts';
import { openSealed } from '../../platform/region/sealed.ts';
import type { Services } from '../../platform/services.ts';
import { FILES, PARTS, type RefusedCall, ROWS, SealedRows } from './calls.ts';
import { copyFile, LostFile, missingOf } from './copy-file.ts';
import { type Compared, comparedIn, digestOf } from './digests.sql.ts';
import type { MovedFile } from './files.sql.ts';
import { type ImportRow, lockForCopy } from './import-step.sql.ts';
import type { Range } from './moved-rows.ts';
import { reserveAddresses } from './reserve-addresses.ts';
import { carrierOf } from './source.ts';
import { takePart } from './take-part.sql.ts';

/** The other region replied that the move cannot continue now. */
export class Stopped extends Error {
  readonly why: RefusedCall;
  constructor(why: RefusedCall) {
    super(`the other region answers ${why}`);
    this.why = why;
  }
}

interface Pass {
  copied: number;
  parts: { range: Range; digest: string }[];
  /** The freeze in which it reads; null before a freeze. */
  freezeNo: number | null;
  /** Version of the digest algorithm. */
  shape: string;
  isDone: boolean;
  /** The source has been frozen or thawed since. */
  isOutdated: boolean;
}

interface PartsPage {
  parts: { range: Range; digest: string }[];
  next: number | null;
  freezeNo: number | null;
  shape: string;
}

/** While one file is written to the disk, others are read. */
const FILES_AT_ONCE = 3;

/** Compares the two copies of an import and copies what differs. */
export class Copier {
  readonly #services: Services;
  readonly #row: ImportRow;
  readonly #until: number;
  #percent: number;

  /** `until` is when the job ends, in milliseconds since 1970; a freeze may continue longer. */
  constructor(services: Services, row: ImportRow, until: number) {
    this.#services = services;
    this.#row = row;
    this.#until = until;
    this.#percent = row.percent;
  }

  get #move(): string {
    return this.#row.move_id;
  }

  /** One comparison of everything, which copies differences; files come before the rows that refer to them. */
  async pass(freezeNo: number | null): Promise<Pass> {
    const compared = await this.#snapshot(comparedIn);
    const { shape } = compared;
    const pass: Pass = { copied: 0, parts: [], freezeNo, shape, isDone: false, isOutdated: false };
    if (!(await this.#copyFiles(pass))) return pass;
    // The source computes the next digests while these are compared.
    for (let asked: Promise<PartsPage> | null = this.#partsFrom(0, shape); asked; ) {
      const page: PartsPage = await asked;
      if (page.freezeNo !== freezeNo) return { ...pass, isOutdated: true };
      asked = page.next === null ? null : this.#partsFrom(page.next, shape);
      for (const part of page.parts) {
        if (freezeNo === null && Date.now() > this.#until && pass.parts.length > 0) return pass;
        if (await this.#comparePart(compared, part)) pass.copied += 1;
        pass.parts.push(part);
      }
      await this.#note(90 + Math.min(9, (pass.parts.length * 9) / Math.max(1, this.#partsInAll())));
    }
    return { ...pass, isDone: true };
  }

  #partsFrom(from: number, shape: string): Promise<PartsPage> {
    const asked = this.#askForParts(from, shape);
    // When it fails, its caller may have stopped waiting.
    asked.catch(() => {});
    return asked;
  }

  async #askForParts(from: number, shape: string): Promise<PartsPage> {
    const page: PartsPage = await this.#ask(PARTS, { move: this.#move, percent: this.#percent, from, shape });
    // An earlier version of the other region ignores the requested shape.
    if (page.shape !== shape) throw new Stopped('waiting');
    return page;
  }

  /** Reads in one snapshot of this region. */
  #snapshot<T>(read: (tx: Tx) => Promise<T>): Promise<T> {
    const begun = this.#services.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only');
    return begun.execute(read);
  }

  #partsInAll(): number {
    return Math.ceil(this.#row.totals.cases / 100) + 1;
  }

  /** Copies missing files; false if the time of this job is over. */
  async #copyFiles(pass: Pass): Promise<boolean> {
    for (let after: string | null = ''; after !== null; ) {
      const from = after;
      const page = await this.#filesAfter(from);
      const missing = await missingOf(this.#services, this.#move, page.files);
      const isLate = () => pass.freezeNo === null && Date.now() > this.#until && pass.copied > 0;
      const lanes = await Promise.allSettled(
        Array.from({ length: FILES_AT_ONCE }, async () => {
          for (let file = isLate() ? undefined : missing.shift(); file; ) {
            await this.#copyFile(file, from, pass).catch((error: unknown) => {
              missing.length = 0;
              throw error;
            });
            file = isLate() ? undefined : missing.shift();
          }
        }),
      );
      for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
      if (missing.length > 0) return false;
      after = page.next;
    }
    return true;
  }

  #filesAfter(
    after: string,
    only: string | null = null,
  ): Promise<{ files: MovedFile[]; next: string | null }> {
    return this.#ask(FILES, { move: this.#move, percent: this.#percent, after, only });
  }

  /** Copies a file of the list that begins after a key. */
  async #copyFile(file: MovedFile, after: string, pass: Pass): Promise<void> {
    const { bytes } = this.#row.totals;
    try {
      await copyFile(this.#services, { moveId: this.#move, percent: this.#percent }, file);
    } catch (error) {
      if (!(error instanceof LostFile)) throw error;
      // People continue to work: a file that they have removed since does not move. `Stopped` if the move is over.
      const { files } = await this.#filesAfter(after, file.key);
      if (files.some(({ key }) => key === file.key)) throw error;
      return;
    }
    pass.copied += 1;
    await this.#note(bytes > 0 ? (90 * (await this.#bytesHere())) / bytes : 90);
  }

  async #bytesHere(): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(size), 0)::bigint as bytes from region_import_file
      where move_id = ${this.#move} and size > 0
    `.execute(this.#services.db);
    return rows[0]?.bytes ?? 0;
  }

  /** Stores the progress, which the next question reports. */
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

  /** Copies a part if it differs from the source; returns whether it did. */
  async #comparePart(
    compared: Compared,
    { range, digest }: { range: Range; digest: string },
  ): Promise<boolean> {
    const part = { circle: this.#row.circle, range };
    const here = await this.#snapshot((tx) =>
      digestOf(tx, compared, this.#move, part, { side: 'target', until: null }),
    );
    if (here === digest) return false;
    const { sealed } = await this.#ask(ROWS, { move: this.#move, percent: this.#percent, range });
    const { peer, region } = this.#services.config;
    const opened = peer && (await openSealed(peer, region, carrierOf(this.#move), sealed));
    const rows = SealedRows.parse(opened);
    const circles = { ...rows.circles, at: await readBefore(this.#services, rows.circles.at) };
    await this.#services.db.transaction().execute(async (tx) => {
      await lockForCopy(tx, this.#move);
      await takePart(tx, this.#move, part, { ...rows, circles }, this.#services.secret);
      if (range === null) await reserveAddresses(tx, this.#services, this.#move, this.#row.circle);
    });
    return true;
  }

  /** The freeze that the source committed; fails with `Stopped` if it did not. */
  async committedNo(): Promise<number> {
    const { shape } = await this.#snapshot(comparedIn);
    const page = await this.#partsFrom(Number.MAX_SAFE_INTEGER, shape);
    if (page.freezeNo === null) throw new Stopped('unverified');
    return page.freezeNo;
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
