import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { sql } from 'kysely';
import { type Actor, isMasked } from '../http/actor.ts';
import type { Services } from '../services.ts';

/** Repeated reads of a case in one session from one address within this time are one entry. */
const ONCE_EVERY_MS = 60_000;
/** Opening a case includes its history and comments. */
const PART_EVERY_MS = 3_600_000;
const TRY_AGAIN_MS = 1000;
const MAX_REMEMBERED = 50_000;
const BATCH = 500;

/** A case stored in a browser is reloaded with every change; within this time it is one entry for a session. */
const KEPT_EVERY_MS = 12 * 3_600_000;

/** Cases that a list showed in a session within this time are not logged again. */
const LISTED_EVERY_MS = 10 * 60_000;

type ListAction = 'cases_listed' | 'cases_searched' | 'drafts_listed' | 'access_log_read';

declare module 'fastify' {
  interface FastifyInstance {
    readLog: ReadLog;
  }
}

interface Look {
  at: Date;
  actor: Actor;
  action: 'case_read' | 'case_kept' | ListAction;
  caseId: number | null;
  /** Ids of the cases on a list. */
  cases?: readonly number[];
}

/**
 * Writes reads of cases, and of lists with the names of patients, to the audit log in batches, without delaying the
 * reader. Failed writes are kept and retried.
 */
export class ReadLog {
  readonly #services: Services;
  readonly #seen = new Map<string, number>();
  #waiting: Look[] = [];
  #writing: Promise<void> | null = null;
  #closed = false;

  constructor(services: Services) {
    this.#services = services;
  }

  add(actor: Actor, caseId: number): void {
    if (!this.#isNew('read', actor, caseId, ONCE_EVERY_MS)) return;
    this.#push({ at: new Date(), actor, action: 'case_read', caseId });
  }

  /**
   * Adds a part of a case, such as its comments, as a list of one case, unless the case was recently opened in the
   * session, which covers it.
   */
  addPart(actor: Actor, caseId: number): void {
    if (!this.#isRecent(keyOf('read', actor, caseId), PART_EVERY_MS))
      this.addList(actor, 'cases_listed', [caseId]);
  }

  /** Adds a case that a browser stores for use without a connection. */
  addKept(actor: Actor, caseId: number): void {
    if (!this.#isNew('kept', actor, caseId, KEPT_EVERY_MS)) return;
    this.#push({ at: new Date(), actor, action: 'case_kept', caseId });
  }

  /** Adds a list of cases, with those that the session has not been shown recently. */
  addList(actor: Actor, action: ListAction, caseIds: readonly number[]): void {
    // Without patient names there is nothing to record.
    if (isMasked(actor)) return;
    const cases = caseIds.filter((id) => this.#isNew(action, actor, id, LISTED_EVERY_MS));
    if (cases.length > 0) this.#push({ at: new Date(), actor, action, caseId: null, cases });
  }

  #isNew(kind: string, actor: Actor, caseId: number, everyMs: number): boolean {
    const key = keyOf(kind, actor, caseId);
    if (this.#isRecent(key, everyMs)) return false;
    if (this.#seen.size >= MAX_REMEMBERED) this.#seen.clear();
    this.#seen.set(key, Date.now());
    return true;
  }

  #isRecent(key: string, withinMs: number): boolean {
    return (this.#seen.get(key) ?? 0) > Date.now() - withinMs;
  }

  #push(look: Look): void {
    this.#waiting.push(look);
    this.#writing ??= this.#write();
  }

  /** Resolves when everything added so far is in the log. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Writes the remaining entries; does not wait if the database is unreachable. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.settled();
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH);
      try {
        await this.#insert(batch);
        this.#waiting = this.#waiting.slice(batch.length);
      } catch (error) {
        this.#services.log.warn(
          { err: error, reads: this.#waiting.length },
          'reads are not in the audit log yet',
        );
        if (this.#closed) break;
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS).unref());
      }
    }
    this.#writing = null;
  }

  async #insert(batch: readonly Look[]): Promise<void> {
    await this.#services.db
      .insertInto('audit_log')
      .values(
        batch.map(({ at, actor, action, caseId, cases }) => ({
          at: sql<Date>`${at}`,
          action,
          user_id: actor.userId,
          acting_for: actor.support?.staffId ?? null,
          session_id: actor.sessionId,
          object_type: null,
          object_id: null,
          case_id: caseId,
          ip: actor.ip,
          request_id: actor.requestId,
          // Stored as texts, so that an index of the elements finds a case.
          detail: JSON.stringify(cases ? { cases: cases.map(String) } : {}),
        })),
      )
      .execute();
  }
}

/**
 * By session and address: a stolen session gets separate entries, although its owner sees the same cases at the same
 * time.
 */
const keyOf = (kind: string, { userId, sessionId, ip }: Actor, caseId: number): string =>
  [kind, userId, caseId, sessionId, ip].join(' ');

/** One log for all modules, so that a case shown by one of them is not logged again by another. */
export const logReads = plugin(async (app: FastifyInstance, services: Services) => {
  const log = new ReadLog(services);
  app.decorate('readLog', log);
  app.addHook('onClose', () => log.close());
});
