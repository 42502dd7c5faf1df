import type { DataExport } from '@cusp/contract/data-exports';
import { fullName } from '@cusp/text/names';
import { type Selectable, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { DataExportTable } from '../../platform/db/tables/data-exports.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';

export type ExportRow = Selectable<DataExportTable>;

/** Whether its person has moved away since; as a guest they have no part in what they exported at home. */
export const isOfMoved = sql<boolean>`exists (
  select from app_user where app_user.id = data_export.created_by and moved_at >= data_export.created_at
)`;

/** Exports of a person whose time is not over. */
export const ownExports = (db: DbOrTx, userId: number) =>
  db
    .selectFrom('data_export')
    .selectAll()
    .where('created_by', '=', userId)
    .where('state', '<>', 'cancelled')
    .where(sql<boolean>`not ${isOfMoved}`)
    .where('expires_at', '>', sql<Date>`now()`);

/** The ids of these cases that a person sees, all without `ids`; the latest sent first. */
export async function visibleIds(
  db: DbOrTx,
  userId: number,
  ids: readonly number[] | null,
): Promise<number[]> {
  const rows = await db
    .selectFrom('dental_case')
    .select('id')
    .where(casesVisibleTo(userId))
    .where(ids === null ? sql<boolean>`true` : sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** Exports as their person sees them; they name no patient whose case the person no longer sees. */
export async function presentExports(db: DbOrTx, rows: readonly ExportRow[]): Promise<DataExport[]> {
  const presented: DataExport[] = [];
  for (const row of rows) {
    presented.push({
      id: row.id,
      scope: row.scope,
      about: await aboutOf(db, row),
      state: row.state as DataExport['state'],
      problem: row.problem as DataExport['problem'],
      cases_done: row.cases_done,
      cases_total: row.cases_total,
      bytes: row.bytes,
      created_date: row.created_at.toISOString(),
      until: row.state === 'done' ? row.expires_at.toISOString() : null,
    });
  }
  return presented;
}

async function aboutOf(db: DbOrTx, { scope, case_ids, created_by }: ExportRow): Promise<string> {
  const [first] = case_ids ?? [];
  if (first === undefined) return '';
  const found = await db
    .selectFrom('dental_case')
    .select(['no', 'patient_first', 'patient_last'])
    .where('id', '=', first)
    .where(casesVisibleTo(created_by))
    .executeTakeFirst();
  if (!found) return '';
  return scope === 'case' ? found.no : fullName(found.patient_first, found.patient_last);
}
