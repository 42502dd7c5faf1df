import { type Compilable, sql } from 'kysely';
import type { Tx } from '../db/database.ts';

const ROWS_AT_ONCE = 500;

/** Rows of a query in chunks of a few hundred, from a single snapshot. */
export async function* cursorRows<R>(tx: Tx, query: Compilable<R>): AsyncGenerator<R[]> {
  const { sql: text, parameters } = query.compile();
  await tx.executeQuery({
    ...sql.raw(`declare sheet_rows no scroll cursor for ${text}`).compile(tx),
    parameters,
  });
  for (;;) {
    const { rows } = await sql.raw<R>(`fetch ${ROWS_AT_ONCE} from sheet_rows`).execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql.raw('close sheet_rows').execute(tx);
}
