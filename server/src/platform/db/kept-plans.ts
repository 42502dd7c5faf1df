import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Texts beyond this many are run like any other: each costs memory on each connection. */
const MOST_KEPT = 256;

const names = new Map<string, string>();

/**
 * Has PostgreSQL parse a statement once for each connection instead of each time it is asked; for the reads of
 * every screen, where planning takes longer than reading. The text must name its columns, so that its result
 * stays what it was when a later version adds some.
 */
export function keepPlan(sql: string): void {
  if (names.has(sql) || names.size >= MOST_KEPT) return;
  names.set(sql, `kept_${createHash('sha256').update(sql).digest('base64url').slice(0, 24)}`);
}

/** Makes a connection send the kept statements by name. */
export function sendKeptByName(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (text: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? names.get(text) : undefined;
    if (!name) return query(text, ...rest);
    const [values, ...further] = rest;
    return query({ name, text, values }, ...further);
  };
  client.query = named as typeof client.query;
}
