import type { ExportedStatement } from '@cusp/contract/export-format';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { statements } from '../statements/statements.sql.ts';

/** Statements on one page of their list. */
const STATEMENTS_A_PAGE = 500;

/** What a practice has to keep although the export does not have its case: that is deleted, or has stayed in the other region. */
interface Kept {
  practice: readonly number[];
  /** Cases of the export, which have their statements. */
  cases: readonly number[];
}

const isKept = ({ practice, cases }: Kept) => sql<boolean>`(
  device_statement.maker_id = any(${[...practice]}::bigint[])
  and (device_statement.case_id is null or not device_statement.case_id = any(${[...cases]}::bigint[]))
)`;

export async function countKeptStatements(db: Db, kept: Kept): Promise<number> {
  const { count } = await db
    .selectFrom('device_statement')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where(isKept(kept))
    .executeTakeFirstOrThrow();
  return count;
}

/** The statements page by page, the latest first. */
export async function* keptStatementsOf(
  db: Db,
  kept: Kept,
): AsyncGenerator<{ id: number; json: ExportedStatement }[]> {
  for (let last: number | undefined; ; ) {
    const rows = await statements(db)
      .where(isKept(kept))
      .$if(last !== undefined, (query) =>
        query.where(
          sql<boolean>`(device_statement.issued_at, device_statement.id) < (
            select before.issued_at, before.id from device_statement as before where before.id = ${last}
          )`,
        ),
      )
      .orderBy('device_statement.issued_at', 'desc')
      .orderBy('device_statement.id', 'desc')
      .limit(STATEMENTS_A_PAGE)
      .execute();
    if (rows.length === 0) return;
    yield rows.map(({ id, case_no, version, issued_at, kept_until, is_implantable, content, languages }) => ({
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
    }));
    last = rows.at(-1)?.id;
  }
}

/** The number of the list's pages. */
export const pagesOfStatements = (count: number): number => Math.ceil(count / STATEMENTS_A_PAGE);
