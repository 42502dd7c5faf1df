import { CompiledQuery, type Kysely, type QueryResult } from 'kysely';
import type { DbOrTx } from './database.ts';
import { keepPlan } from './kept-plans.ts';
import type { Tables } from './tables.ts';

/** A query as Kysely builds it. */
interface Built<Row> {
  compile(): CompiledQuery<Row>;
}

class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Builds and plans a query once and then only binds values; for the few most frequent reads. `build` gets
 * placeholders instead of values: it may pass them to the query but must not read them, and the SQL must not depend on
 * the values.
 */
export function compiled<Values extends Record<string, string | number>, Row>(
  build: (db: Kysely<Tables>, values: Values) => Built<Row>,
): (db: DbOrTx, values: Values) => Promise<Row[]> {
  let known: { sql: string; parameters: readonly unknown[] } | null = null;
  return async (db, values) => {
    if (!known) {
      const places = Object.fromEntries(Object.keys(values).map((name) => [name, new Place(name)]));
      const { sql, parameters } = build(db, places as unknown as Values).compile();
      known = { sql, parameters };
      keepPlan(sql);
    }
    const bound = known.parameters.map((each) => (each instanceof Place ? values[each.name] : each));
    const { rows } = await db.executeQuery(CompiledQuery.raw(known.sql, bound));
    return rows as Row[];
  };
}

/** Runs a query as a prepared statement; its values may differ from call to call, its text must not. */
export function executeKept<Row>(
  db: DbOrTx,
  query: { compile(db: DbOrTx): CompiledQuery<Row> },
): Promise<QueryResult<Row>> {
  const built = query.compile(db);
  keepPlan(built.sql);
  return db.executeQuery(built);
}
