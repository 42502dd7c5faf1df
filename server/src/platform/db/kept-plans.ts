import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Statements beyond this number are not prepared, because each costs memory on each connection. */
const MAX_KEPT = 256;

const names = new Map<string, string>();

/**
 * Prepares a statement once per connection instead of planning it at each call. For the reads of every screen, where
 * planning takes longer than reading: a bare handler answers 1.9 to 3.1 times as many of them (`npm run bench -- api`).
 * The text must list its columns, so that the result keeps its shape when a later version adds some.
 */
export function keepPlan(sql: string): void {
  if (names.has(sql) || names.size >= MAX_KEPT) return;
  names.set(sql, `kept_${createHash('sha256').update(sql).digest('base64url').slice(0, 24)}`);
}

type Answered = (error: Error | null, result?: unknown) => void;

/**
 * Makes a connection send these statements by name, if plans are kept. Results come through a callback, because the
 * driver's own promise attaches a function to the query that V8 moves into old memory, and then every row of every
 * result outlives the minor collections. With the callback the process needs 224 MB instead of 431, and the median
 * collection takes 3 to 6 ms instead of 18 (`docs/decisions/054-young-memory.md`).
 */
export function sendByCallback(client: pg.ClientBase, keepsPlans: boolean): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (text: unknown, ...rest: unknown[]): unknown => {
    const [values] = rest;
    if (typeof text !== 'string' || rest.some((each) => typeof each === 'function'))
      return query(text, ...rest);
    const name = keepsPlans ? names.get(text) : undefined;
    return new Promise((resolve, reject) => {
      const done: Answered = (error, result) => (error ? reject(error) : resolve(result));
      query({ text, values, ...(name ? { name } : {}) }, done);
    }).catch((error: Error) => {
      // Makes the stack point at the caller instead of the socket.
      Error.captureStackTrace(error);
      throw error;
    });
  };
  client.query = named as typeof client.query;
}
