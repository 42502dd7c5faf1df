import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger as Logger } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../db/database.ts';

const CHANNEL = 'cusp_events';
/** A notification holds 8,000 bytes. */
const MOST_WHISPERED = 500;

/** What one process tells the others about who looks at a case; an empty notification is of events, a word of a session. */
interface Whisper {
  from: string;
  caseId: number;
  to: readonly number[];
}

/** What is done about the words of other processes. */
interface Heard {
  onEvents(): void;
  onSessionEnded(sessionId: string): void;
  onPresence(caseId: number, userIds: readonly number[]): void;
}

/** The line between the processes on one database: PostgreSQL's notifications, outside any business transaction. */
export class OtherProcesses {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #heard: Heard;
  readonly #id = randomUUID();
  #url: string | null = null;
  #client: pg.Client | null = null;

  constructor(db: Db, log: Logger, heard: Heard) {
    this.#db = db;
    this.#log = log;
    this.#heard = heard;
  }

  /** Opens the connection that hears the others; with null this process hears and tells nothing. */
  async open(url: string | null): Promise<void> {
    this.#url = url;
    await this.listen();
  }

  tellEvents(): void {
    this.#notify('');
  }

  tellSessionEnded(sessionId: string): void {
    this.#notify(sessionId);
  }

  tellPresence(caseId: number, userIds: readonly number[]): void {
    const to = userIds.slice(0, MOST_WHISPERED);
    this.#notify(JSON.stringify({ from: this.#id, caseId, to } satisfies Whisper));
  }

  async close(): Promise<void> {
    this.#url = null;
    await this.#client?.end().catch(() => {});
  }

  /** Listens anew where the line was cut; nothing otherwise. */
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
      this.#log.warn({ err: error }, 'not listening for other processes yet');
      await client.end().catch(() => {});
    }
  }

  #take(payload: string): void {
    if (payload === '') this.#heard.onEvents();
    else if (payload.startsWith('{')) {
      const { from, caseId, to } = JSON.parse(payload) as Whisper;
      if (from !== this.#id) this.#heard.onPresence(caseId, to);
    } else this.#heard.onSessionEnded(payload);
  }

  #notify(payload: string): void {
    if (!this.#url) return;
    sql`select pg_notify(${CHANNEL}, ${payload})`.execute(this.#db).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'other processes could not be told; they look each second');
    });
  }
}
