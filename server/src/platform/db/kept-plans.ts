import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Texts beyond this many are run like any other: each costs memory on each connection. */
const MOST_KEPT = 256;

const names = new Map<string, string>();

/**
 * Has PostgreSQL parse and plan a statement once for each connection instead of each time it is asked; for the reads of
 * every screen, where planning takes longer than reading: a bare handler answers 1.9 to 3.1 times as many of them so
 * (`npm run bench -- api`). The text must name its columns, so that its result
 * stays what it was when a later version adds some.
 */
export function keepPlan(sql: string): void {
  if (names.has(sql) || names.size >= MOST_KEPT) return;
  names.set(sql, `kept_${createHash('sha256').update(sql).digest('base64url').slice(0, 24)}`);
}

type Answered = (error: Error | null, result?: unknown) => void;

/**
 * Makes a connection send the kept statements by name. Answers are taken by a callback: the driver's own promise
 * hangs a function on the query, which V8 puts into old memory, so that every row of every answer outlives the
 * small collections. The process is half as large with the callback, 224 MB instead of 431, and the median
 * collection takes 3 to 6 ms instead of 18 (`docs/decisions/054-young-memory.md`).
 */
export function sendKeptByName(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (text: unknown, ...rest: unknown[]): unknown => {
    const [values] = rest;
    if (typeof text !== 'string' || rest.some((each) => typeof each === 'function'))
      return query(text, ...rest);
    const name = names.get(text);
    return new Promise((resolve, reject) => {
      const done: Answered = (error, result) => (error ? reject(error) : resolve(result));
      query({ text, values, ...(name ? { name } : {}) }, done);
    }).catch((error: Error) => {
      // Leads back to who asked instead of to the socket.
      Error.captureStackTrace(error);
      throw error;
    });
  };
  client.query = named as typeof client.query;
}
