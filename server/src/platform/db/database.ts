import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { activeTracing } from '../tracing/traced.ts';
import { sendByCallback } from './kept-plans.ts';
import { retryConnection } from './retry.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
/** A running transaction. Every write takes one, so that nothing is written outside a use case. */
export type Tx = Transaction<Tables>;
/** For reads that are used both inside and outside a transaction. */
export type DbOrTx = Db | Tx;

// Ids stay below 2^53, so int8 fits a number. Dates stay text, because a Date would shift them by the machine's zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
const INT8_ARRAY = 1016;
pg.types.setTypeParser(INT8_ARRAY as number as typeof pg.types.builtins.INT8, (text) =>
  text === '{}' ? [] : (text.slice(1, -1).split(',').map(Number) as unknown as number),
);

export interface Pool {
  db: Db;
  pool: pg.Pool;
}

interface PoolOptions {
  onError?: (error: Error) => void;
  /** Whether connections keep the plans of frequent statements; not possible behind some poolers. */
  keepsPlans?: boolean;
  /** For work at start: total time in milliseconds to wait for a connection and retry. */
  retryMs?: number;
}

/** Opens a pool. A broken idle connection is replaced and does not end the process. */
export function connect(url: string, size: number, options: PoolOptions = {}): Pool {
  const { onError = () => {}, keepsPlans = true, retryMs } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  pool.on('error', onError);
  // A connection that breaks between two statements of a transaction emits an error event: without a listener it
  // would end the process. The next statement reports the failure.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    sendByCallback(client, keepsPlans);
  });
  const retrying = {
    options: pool.options,
    connect: () => retryConnection(() => pool.connect(), retryMs),
    end: () => pool.end(),
  };
  const dialect = new PostgresDialect({ pool: retryMs === undefined ? pool : retrying });
  const tracing = activeTracing();
  if (!tracing) return { pool, db: new Kysely<Tables>({ dialect }) };
  const log = ({ query, queryDurationMillis, level }: LogEvent) => {
    // Kind of the statement, without its text.
    const name = query.query.kind.replace(/(Query)?Node$/, '').toLowerCase();
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name };
    tracing.ended({ name: `db ${name}`, kind: 'client', attributes }, queryDurationMillis, level === 'error');
  };
  return { pool, db: new Kysely<Tables>({ dialect, log }) };
}
