import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { shortKey } from '../../platform/short-memory.ts';

/** Position of a row in an order: its sort key as text, and its id. */
export interface Place {
  id: number;
  key: string | null;
}

/** Start of a page that was reached by walking from the beginning. */
interface KnownPlace extends Place {
  /** Number of rows before it when it was read. */
  at: number;
  until: number;
}

/** Skipping fewer rows of an index takes a few milliseconds if they are not tested. */
export const FAR = 10_000;
/**
 * How long a cached place or result of a search is used: rows added or removed before it within this time are ignored.
 */
export const KEPT_MS = 60_000;
const MAX_ORDERS = 100;
const MAX_PLACES = 100;

/** Places by order, separately for each database and process. */
const placesOf = new WeakMap<DbOrTx, Map<string, KnownPlace[]>>();

/** The name of an ordered list, from everything that decides its rows and their order. */
export function orderName(db: DbOrTx, ...parts: readonly RawBuilder<unknown>[]): string {
  const { sql: text, parameters } = sql`${sql.join(parts)}`.compile(db);
  return shortKey(JSON.stringify([text, parameters]));
}

/**
 * The cached place nearest to the page of `take` rows after `skip` others, if fewer than `far` are between them. Places
 * are far apart, so that neighbouring pages are counted from the same one, and no row appears on both or on neither.
 */
export function nearestPlace(
  db: DbOrTx,
  order: string,
  { skip, take, far }: { skip: number; take: number; far: number },
): KnownPlace | undefined {
  const between = ({ at }: KnownPlace) => (at <= skip ? skip - at : at - skip - take);
  return placesOf
    .get(db)
    ?.get(order)
    ?.filter((place) => place.until > Date.now() && between(place) >= 0 && between(place) < far)
    .sort((one, other) => between(one) - between(other))[0];
}

/** Caches the start of a page that no cached place was near to. */
export function rememberPlace(db: DbOrTx, order: string, place: Place & { at: number }): void {
  const orders = placesOf.get(db) ?? new Map<string, KnownPlace[]>();
  placesOf.set(db, orders);
  const others = (orders.get(order) ?? []).filter(({ until }) => until > Date.now());
  orders.delete(order);
  orders.set(order, [...others.slice(1 - MAX_PLACES), { ...place, until: Date.now() + KEPT_MS }]);
  for (const name of orders.keys()) if (orders.size > MAX_ORDERS) orders.delete(name);
}
