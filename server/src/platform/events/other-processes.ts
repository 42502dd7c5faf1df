import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger as Logger } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../db/database.ts';

const CHANNEL = 'cusp_events';
/** Keeps a notification below PostgreSQL's limit of 8,000 bytes. */
const MAX_RECIPIENTS = 500;

/**
 * Sent when the presence on a case changes. An empty payload announces events, any other text is the id of an ended
 * session.
 */
interface PresenceMessage {
  from: string;
  caseId: number;
  to: readonly number[];
}

/** Callbacks for the messages of other processes. */
interface MessageHandlers {
  onEvents(): void;
  onSessionEnded(sessionId: string): void;
  onPresence(caseId: number, userIds: readonly number[]): void;
}

/** Connects the processes on one database through PostgreSQL's notifications, outside any business transaction. */
export class OtherProcesses {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #handlers: MessageHandlers;
  readonly #id = randomUUID();
  #url: string | null = null;
  #client: pg.Client | null = null;

  constructor(db: Db, log: Logger, handlers: MessageHandlers) {
    this.#db = db;
    this.#log = log;
    this.#handlers = handlers;
  }

  /** Opens the connection for messages of other processes; with null this process neither receives nor sends any. */
  async open(url: string | null): Promise<void> {
    this.#url = url;
    await this.listen();
  }

  notifyEvents(): void {
    this.#notify('');
  }

  notifySessionEnded(sessionId: string): void {
    this.#notify(sessionId);
  }

  notifyPresence(caseId: number, userIds: readonly number[]): void {
    const to = userIds.slice(0, MAX_RECIPIENTS);
    this.#notify(JSON.stringify({ from: this.#id, caseId, to } satisfies PresenceMessage));
  }

  async close(): Promise<void> {
    this.#url = null;
    await this.#client?.end().catch(() => {});
  }

  /** Reconnects and listens again after the connection was lost; otherwise does nothing. */
  async listen(): Promise<void> {
    if (!this.#url || this.#client) return;
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true });
    const drop = () => {
      if (this.#client === client) this.#client = null;
    };
    client.on('error', drop);
    client.on('end', drop);
    client.on('notification', ({ payload }) => this.#take(payload ?? ''));
    try {
      this.#client = client;
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      drop();
      this.#log.warn({ err: error }, 'could not listen for other processes');
      await client.end().catch(() => {});
    }
  }

  #take(payload: string): void {
    if (payload === '') this.#handlers.onEvents();
    else if (payload.startsWith('{')) {
      const { from, caseId, to } = JSON.parse(payload) as PresenceMessage;
      if (from !== this.#id) this.#handlers.onPresence(caseId, to);
    } else this.#handlers.onSessionEnded(payload);
  }

  #notify(payload: string): void {
    if (!this.#url) return;
    sql`select pg_notify(${CHANNEL}, ${payload})`.execute(this.#db).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'could not notify other processes; they poll every second');
    });
  }
}
