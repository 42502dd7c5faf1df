import type { DbOrTx } from '../../platform/db/database.ts';

/** How long a search counts as common before its rows are counted again. */
const KEPT_MS = 60_000;
const MOST = 1000;

/** Until when searches count as common, by name; a database has its own, and so has each process. */
const searchesOf = new WeakMap<DbOrTx, Map<string, number>>();

/** Whether a search was common a short while ago. Counting takes most of its time, and the next page asks the same. */
export const isKnownCommon = (db: DbOrTx, search: string): boolean =>
  (searchesOf.get(db)?.get(search) ?? 0) > Date.now();

export function rememberCommon(db: DbOrTx, search: string): void {
  const searches = searchesOf.get(db) ?? new Map<string, number>();
  searchesOf.set(db, searches);
  searches.delete(search);
  searches.set(search, Date.now() + KEPT_MS);
  const [oldest] = searches.keys();
  if (searches.size > MOST && oldest !== undefined) searches.delete(oldest);
}

export function forgetCommon(db: DbOrTx, search: string): void {
  searchesOf.get(db)?.delete(search);
}
