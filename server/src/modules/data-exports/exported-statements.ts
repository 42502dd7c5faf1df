import type { ExportedStatement } from '@cusp/contract/export-format';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { statements } from '../statements/statements.sql.ts';

/** Statements on one page of their list. */
export const STATEMENTS_A_PAGE = 500;

/**
 * Statements that a practice has to keep although the export lacks their case, because it is deleted or has stayed in
 * the other region.
 */
interface Kept {
  practice: readonly number[];
  /** Cases of the export, which have their statements. */
  cases: readonly number[];
}

const isKept = ({ practice, cases }: Kept) => sql<boolean>`(
  device_statement.maker_id = any(${[...practice]}::bigint[])
  and (device_statement.case_id is null or not device_statement.case_id = any(${[...cases]}::bigint[]))
)`;

/**
 * The statements, the latest first. Each page begins after the values of the last row, because that row may have been
 * removed; they are text, because a `Date` has no microseconds.
 */
export async function* keptStatementsOf(
  db: Db,
  kept: Kept,
): AsyncGenerator<{ id: number; json: ExportedStatement }> {
  for (let last: { at: string; id: number } | undefined; ; ) {
    const rows = await statements(db)
      .select(sql<string>`device_statement.issued_at::text`.as('at'))
      .where(isKept(kept))
      .$if(last !== undefined, (query) =>
        query.where(
          sql<boolean>`(device_statement.issued_at, device_statement.id) < (${last?.at}::timestamptz, ${last?.id}::bigint)`,
        ),
      )
      .orderBy('device_statement.issued_at', 'desc')
      .orderBy('device_statement.id', 'desc')
      .limit(STATEMENTS_A_PAGE)
      .execute();
    for (const { id, case_no, version, issued_at, kept_until, is_implantable, content, languages } of rows)
      yield {
        id,
        json: {
          case_no,
          version,
          issued_at: issued_at.toISOString(),
          kept_until: kept_until.toISOString(),
          is_implantable,
          fields: content.fields,
          papers: languages.map((language) => ({ language, path: `${version}-${language}.pdf` })),
        },
      };
    last = rows.at(-1);
    if (rows.length < STATEMENTS_A_PAGE) return;
  }
}
