import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger as Logger } from 'fastify';
import { sql } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import { within } from '../time/within.ts';
import type { Db } from './database.ts';

/** How long a read waits for the replica; a healthy one is a few milliseconds behind. */
const WAIT_MS = 30;
const POLL_MS = 5;
/** Duration for which all reads go to the primary after the replica was too far behind or did not respond. */
const REST_MS = 1000;
const TROUBLE_REST_MS = 10_000;
/** A replica that hangs, for example behind a broken network, keeps its connections open without responding. */
const LONGEST_CHECK_MS = 1000;
const LONGEST_READ_MS = 10_000;

/** A streaming replica of the primary. */
export class Replica {
  readonly #primary: Db;
  readonly #replica: Db;
  readonly #log: Logger;
  #restsUntil = 0;
  /** Whether it is a replica of this primary; null until both have been queried. */
  #isUsable: boolean | null = null;
  /** Reads since the start, by the database that answered them. */
  readonly reads = { replica: 0, primary: 0 };

  constructor(primary: Db, replica: Db, log: Logger) {
    this.#primary = primary;
    this.#replica = replica;
    this.#log = log;
  }

  /** Runs a read with a suitable database. A read that fails on the replica is repeated on the primary. */
  async read<T>(run: (db: Db) => Promise<T>): Promise<T> {
    if (Date.now() >= this.#restsUntil) {
      try {
        if (await within(LONGEST_CHECK_MS, this.#hasEverything())) {
          const result = await within(LONGEST_READ_MS, run(this.#replica));
          this.reads.replica += 1;
          return result;
        }
        this.#restsUntil = Date.now() + REST_MS;
      } catch (error) {
        if (error instanceof Refusal) throw error;
        this.#restsUntil = Date.now() + TROUBLE_REST_MS;
        this.#log.warn({ err: error }, 'the replica did not answer; the database does');
      }
    }
    this.reads.primary += 1;
    return run(this.#primary);
  }

  /** Does not wait for reads that a hanging replica would not answer. */
  async end(): Promise<void> {
    await within(LONGEST_CHECK_MS, this.#replica.destroy()).catch(() => {});
  }

  /** Whether it has everything committed on the primary until now. */
  async #hasEverything(): Promise<boolean> {
    this.#isUsable ??= await this.#check();
    if (!this.#isUsable) return false;
    // Commits become visible once they are flushed.
    const { rows } = await sql<{ at: string }>`
      select pg_current_wal_flush_lsn()::text as at`.execute(this.#primary);
    const at = rows[0]?.at ?? '';
    for (const until = Date.now() + WAIT_MS; ; ) {
      const reached = await sql<{ is: boolean | null }>`
        select pg_last_wal_replay_lsn() >= ${at}::pg_lsn as is`.execute(this.#replica);
      if (reached.rows[0]?.is) return true;
      if (Date.now() >= until) return false;
      await setTimeout(POLL_MS);
    }
  }

  async #check(): Promise<boolean> {
    const look = async (db: Db) => {
      const { rows } = await sql<{ cluster: string; is_replica: boolean; commits: string }>`
        select system_identifier::text as cluster, pg_is_in_recovery() as is_replica,
          current_setting('synchronous_commit') as commits
        from pg_control_system()`.execute(db);
      return rows[0];
    };
    const [primary, replica] = [await look(this.#primary), await look(this.#replica)];
    const isReplica = replica?.is_replica === true && replica.cluster === primary?.cluster;
    if (!isReplica) this.#log.error('DATABASE_REPLICA_URL is not a replica of the database; it is not used');
    else if (primary.commits === 'off')
      this.#log.error('synchronous_commit is off, so nothing says what a replica lacks; it is not used');
    return isReplica && primary.commits !== 'off';
  }
}
