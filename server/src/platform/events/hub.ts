import { randomUUID } from 'node:crypto';
import type { LiveEvent } from '@cusp/contract/events';
import type { FastifyBaseLogger as Logger } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../db/database.ts';
import { type EventRow, GapTracker } from './gap-tracker.ts';

const CHANNEL = 'cusp_events';
/** Other processes are told at most this often: notifying commits run one at a time in PostgreSQL. */
const NOTIFY_EVERY_MS = 20;
/** A lost notification costs this much time, never an event. */
const LOOK_EVERY_MS = 1000;
const BATCH = 500;
/** A start waits for ids that are missing among so many before the newest: 256 changes. */
const IDS_LOOKED_BACK = 16 * 256;
/** A notification holds 8,000 bytes. */
const MOST_WHISPERED = 500;

/** What one process tells the others about who looks at a case; an empty notification is of events, a word of a session. */
interface Whisper {
  from: string;
  caseId: number;
  to: readonly number[];
}

export interface Listener {
  userId: number;
  sessionId: string | null;
  onEvent(event: LiveEvent): void;
  /** Somebody came to a case, left it or types in it. */
  onPresence(caseId: number): void;
  /** The session has ended; nothing further is sent. */
  onEnd(): void;
  /** This process stops; the browser may come back. */
  onClose(): void;
}

/**
 * Brings committed events to the streams of this process. Reads the event table after each local commit,
 * after each notice of another process, and each second in any case.
 */
export class Hub {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #listeners = new Map<number, Set<Listener>>();
  readonly #gaps = new GapTracker();
  readonly #endedHandlers = new Set<(sessionId: string) => void>();
  #url: string | null = null;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #notifyTimer: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #again = false;
  #closed = false;
  readonly #id = randomUUID();

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Starts from the newest event; `listenUrl` opens the connection that hears other processes. */
  async start(listenUrl: string | null): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      select id from event where id > (select max(id) from event) - ${IDS_LOOKED_BACK}::bigint order by id
    `.execute(this.#db);
    const newest = rows.at(-1)?.id ?? 0;
    // What is being committed just now may have a lower id than what is committed already.
    this.#gaps.startAt(Math.max(newest - IDS_LOOKED_BACK, 0));
    for (const { id } of rows) this.#gaps.saw(id);
    this.#url = listenUrl;
    await this.#listen();
    this.#timer = setInterval(() => {
      void this.#listen();
      this.#look();
    }, LOOK_EVERY_MS);
  }

  /** Something was committed here: deliver it, and tell the other processes soon. */
  wake(): void {
    this.#look();
    this.#notifyTimer ??= setTimeout(() => {
      this.#notifyTimer = null;
      this.#notify('');
    }, NOTIFY_EVERY_MS);
  }

  add(listener: Listener): () => void {
    const set = this.#listeners.get(listener.userId) ?? new Set<Listener>();
    this.#listeners.set(listener.userId, set);
    set.add(listener);
    return () => {
      set.delete(listener);
      if (set.size === 0 && this.#listeners.get(listener.userId) === set)
        this.#listeners.delete(listener.userId);
    };
  }

  /** How many streams this process holds. */
  get size(): number {
    let size = 0;
    for (const set of this.#listeners.values()) size += set.size;
    return size;
  }

  /** Sessions that have a stream in this process. */
  openSessions(): string[] {
    const ids = new Set<string>();
    for (const set of this.#listeners.values())
      for (const { sessionId } of set) if (sessionId !== null) ids.add(sessionId);
    return [...ids];
  }

  /** Calls back when a session ends in any process. */
  onSessionEnded(handler: (sessionId: string) => void): void {
    this.#endedHandlers.add(handler);
  }

  /** Ends the streams of a session here and in every other process. */
  endSession(sessionId: string): void {
    this.#end(sessionId);
    this.#notify(sessionId);
  }

  /** Tells these people, here and in every other process, that who looks at a case has changed; kept nowhere. */
  whisper(caseId: number, userIds: readonly number[]): void {
    if (userIds.length === 0) return;
    this.#tellPresence(caseId, userIds);
    const to = userIds.slice(0, MOST_WHISPERED);
    this.#notify(JSON.stringify({ from: this.#id, caseId, to } satisfies Whisper));
  }

  /** Waits until everything committed so far has been handed to the listeners. */
  async settled(): Promise<void> {
    this.#look();
    while (this.#reading) await this.#reading;
  }

  /** Ends every stream of this process; browsers come back to another one, or to the next start. */
  drain(): void {
    for (const set of [...this.#listeners.values()]) for (const listener of [...set]) listener.onClose();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    if (this.#notifyTimer) clearTimeout(this.#notifyTimer);
    this.drain();
    await this.#reading;
    await this.#client?.end().catch(() => {});
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
        this.#log.warn({ err: error }, 'events cannot be read just now');
        return;
      }
    }
  }

  async #readBatch(): Promise<number> {
    const gaps = this.#gaps.open();
    const rows = await this.#db
      .selectFrom('event')
      .select(['id', 'at', 'name', 'case_id', 'actor_id', 'action_id', 'audience', 'ids'])
      .where((eb) =>
        eb.or([
          eb('id', '>', this.#gaps.highest),
          ...(gaps.length ? [eb('id', '=', eb.fn.any(eb.val(gaps)))] : []),
        ]),
      )
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      this.#gaps.saw(row.id);
      this.#deliver(row);
    }
    return rows.length;
  }

  #deliver(row: EventRow): void {
    const event = liveEventOf(row);
    for (const userId of row.audience) {
      for (const listener of this.#listeners.get(userId) ?? []) listener.onEvent(event);
    }
  }

  #end(sessionId: string): void {
    for (const handler of this.#endedHandlers) handler(sessionId);
    for (const set of [...this.#listeners.values()]) {
      for (const listener of [...set]) if (listener.sessionId === sessionId) listener.onEnd();
    }
  }

  #tellPresence(caseId: number, userIds: readonly number[]): void {
    for (const userId of userIds) {
      for (const listener of this.#listeners.get(userId) ?? []) listener.onPresence(caseId);
    }
  }

  #heard(payload: string): void {
    if (payload === '') this.#look();
    else if (payload.startsWith('{')) {
      const { from, caseId, to } = JSON.parse(payload) as Whisper;
      if (from !== this.#id) this.#tellPresence(caseId, to);
    } else this.#end(payload);
  }

  #notify(payload: string): void {
    if (!this.#url || this.#closed) return;
    sql`select pg_notify(${CHANNEL}, ${payload})`.execute(this.#db).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'other processes could not be told; they look each second');
    });
  }

  async #listen(): Promise<void> {
    if (!this.#url || this.#client || this.#closed) return;
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true });
    const drop = () => {
      if (this.#client === client) this.#client = null;
    };
    client.on('error', drop);
    client.on('end', drop);
    client.on('notification', ({ payload }) => this.#heard(payload ?? ''));
    try {
      this.#client = client;
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      drop();
      this.#log.warn({ err: error }, 'not listening for other processes yet');
      await client.end().catch(() => {});
    }
  }
}

export function liveEventOf(row: Omit<EventRow, 'audience'>): LiveEvent {
  return {
    id: row.id,
    name: row.name,
    at: row.at.toISOString(),
    case_id: row.case_id,
    actor_id: row.actor_id,
    action_id: row.action_id,
    ids: row.ids,
  };
}
