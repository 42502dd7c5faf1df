import type { LiveEvent } from '@cusp/contract/live';
import type { FastifyBaseLogger as Logger } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { happenedInLast } from '../db/log-partitions.ts';
import { type EventRow, GapTracker } from './gap-tracker.ts';
import { type Listener, Listeners } from './listeners.ts';
import { OtherProcesses } from './other-processes.ts';

/** Minimum interval of notifications: PostgreSQL serialises commits that notify. */
const NOTIFY_EVERY_MS = 20;
/** Polling interval: the delay caused by a lost notification; no event is lost. */
const LOOK_EVERY_MS = 1000;
const BATCH = 500;
/** A start waits for missing positions among this many before the newest. */
const PLACES_LOOKED_BACK = 256;
/** Streams live for a day at most, so no stream needs older events. */
const LIVE_DAYS = 1;

/**
 * Delivers committed events to the streams of this process. Reads the event table after each local commit, after each
 * notification of another process, and at least once a second.
 */
export class Hub {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #listeners = new Listeners();
  readonly #others: OtherProcesses;
  readonly #gaps = new GapTracker();
  readonly #endedHandlers = new Set<(sessionId: string) => void>();
  #timer: NodeJS.Timeout | null = null;
  #notifyTimer: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #again = false;
  #closed = false;

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#log = log;
    this.#others = new OtherProcesses(db, log, {
      onEvents: () => this.#look(),
      onSessionEnded: (sessionId) => this.#end(sessionId),
      onPresence: (caseId, userIds) => this.#notifyPresence(caseId, userIds),
    });
  }

  /** Starts at the newest event; `listenUrl` opens the connection for notifications of other processes. */
  async start(listenUrl: string | null): Promise<void> {
    const { rows: places } = await sql<{ place: number }>`
      select case when is_called then last_value else last_value - 1 end as place from event_seq
    `.execute(this.#db);
    // A transaction that is committing now may have a lower position than ones already committed.
    this.#gaps.startAt(Math.max((places[0]?.place ?? 0) - PLACES_LOOKED_BACK, 0));
    const { rows } = await sql<{ seq: number }>`
      select seq from event where seq > ${this.#gaps.highest} and ${happenedInLast(LIVE_DAYS)} order by seq
    `.execute(this.#db);
    for (const { seq } of rows) this.#gaps.saw(seq);
    await this.#others.open(listenUrl);
    this.#timer = setInterval(() => {
      void this.#others.listen();
      this.#look();
    }, LOOK_EVERY_MS);
  }

  /** Call after a local commit: delivers its events, and notifies the other processes soon. */
  wake(): void {
    if (this.#closed) return;
    this.#look();
    this.#notifyTimer ??= setTimeout(() => {
      this.#notifyTimer = null;
      this.#others.notifyEvents();
    }, NOTIFY_EVERY_MS);
  }

  /** Sends a stream the events of its person until it is removed. */
  add(listener: Listener): void {
    this.#listeners.add(listener);
  }

  remove(listener: Listener): void {
    this.#listeners.remove(listener);
  }

  /** Number of streams of this process. */
  get size(): number {
    return this.#listeners.size;
  }

  /** Sessions that have a stream in this process. */
  openSessions(which: 'all' | 'support' = 'all'): string[] {
    return this.#listeners.sessions(which);
  }

  /** Registers a callback for sessions that end in any process. */
  onSessionEnded(handler: (sessionId: string) => void): void {
    this.#endedHandlers.add(handler);
  }

  /** Ends the streams of a session, here and in all other processes. */
  endSession(sessionId: string): void {
    this.#end(sessionId);
    this.#others.notifySessionEnded(sessionId);
  }

  /** Notifies these people, here and in all other processes, that the presence on a case has changed; not stored. */
  broadcast(caseId: number, userIds: readonly number[]): void {
    if (userIds.length === 0) return;
    this.#notifyPresence(caseId, userIds);
    this.#others.notifyPresence(caseId, userIds);
  }

  /** Waits until all events committed so far were handed to the listeners. */
  async settled(): Promise<void> {
    this.#look();
    while (this.#reading) await this.#reading;
  }

  /** Ends all streams of this process; browsers reconnect to another process or after the restart. */
  drain(): void {
    for (const listener of this.#listeners.all()) listener.onClose();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    if (this.#notifyTimer) clearTimeout(this.#notifyTimer);
    this.drain();
    await this.#reading;
    await this.#others.close();
  }

  #look(): void {
    if (this.#closed) return;
    this.#again = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
      if (this.#again) this.#look();
    });
  }

  async #readAll(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      try {
        if ((await this.#readBatch()) === BATCH) this.#again = true;
      } catch (error) {
        this.#log.warn({ err: error }, 'could not read events');
        return;
      }
    }
  }

  async #readBatch(): Promise<number> {
    const gaps = this.#gaps.open();
    const rows = await this.#db
      .selectFrom('event')
      .select(['seq', 'at', 'name', 'case_id', 'actor_id', 'action_id', 'audience', 'ids'])
      .where((eb) =>
        eb.or([
          eb('seq', '>', this.#gaps.highest),
          ...(gaps.length ? [eb('seq', '=', eb.fn.any(eb.val(gaps)))] : []),
        ]),
      )
      .where(happenedInLast(LIVE_DAYS))
      .orderBy('seq')
      .$narrowType<{ seq: number }>()
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      this.#gaps.saw(row.seq);
      this.#deliver(row);
    }
    return rows.length;
  }

  #deliver(row: EventRow): void {
    const event = liveEventOf(row);
    for (const userId of row.audience)
      for (const listener of this.#listeners.of(userId)) listener.onEvent(event);
  }

  #end(sessionId: string): void {
    for (const handler of this.#endedHandlers) handler(sessionId);
    for (const listener of this.#listeners.all()) if (listener.sessionId === sessionId) listener.onEnd();
  }

  #notifyPresence(caseId: number, userIds: readonly number[]): void {
    for (const userId of userIds)
      for (const listener of this.#listeners.of(userId)) listener.onPresence(caseId);
  }
}

export function liveEventOf(row: Omit<EventRow, 'audience'>): LiveEvent {
  return {
    id: row.seq,
    name: row.name,
    at: row.at.toISOString(),
    case_id: row.case_id,
    actor_id: row.actor_id,
    action_id: row.action_id,
    ids: row.ids,
  };
}
