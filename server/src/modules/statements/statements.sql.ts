import type { Statement } from '@cusp/contract/statements';
import type { Language } from '@cusp/contract/wire';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import { nameOf, type PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

/** Statements without their papers. */
export const statements = (db: DbOrTx) =>
  db
    .selectFrom('device_statement')
    .innerJoin('app_user as issuer', 'issuer.id', 'device_statement.issued_by')
    .select([
      'device_statement.id',
      'device_statement.case_id',
      'device_statement.version',
      'device_statement.client_key',
      'device_statement.issued_at',
      'device_statement.kept_until',
      'device_statement.is_implantable',
      'device_statement.content',
      'device_statement.case_no',
    ])
    .select([
      personJson('issuer').as('issuer'),
      sql<Language[]>`array(
        select paper->>'language' from jsonb_array_elements(device_statement.papers) with ordinality as each (paper, place)
        order by place
      )`.as('languages'),
      sql<boolean>`device_statement.version = (
        select max(version) from device_statement as other where other.case_no = device_statement.case_no
      )`.as('is_latest'),
    ]);

type StatementRow = Awaited<ReturnType<ReturnType<typeof statements>['executeTakeFirstOrThrow']>>;

export const presentStatement = (row: StatementRow): Statement => ({
  id: row.id,
  case_no: row.case_no,
  version: row.version,
  is_latest: row.is_latest,
  issued_date: row.issued_at.toISOString(),
  issued_by: nameOf(row.issuer as PersonRow | null),
  patient_code: row.content.fields.patient_code,
  is_implantable: row.is_implantable,
  kept_until: row.kept_until.toISOString(),
  languages: row.languages,
});

/** A paper of a statement: for the side that made the device always, for the other side while it sees the case. */
export async function statementForReader(
  db: DbOrTx,
  userId: number,
  id: number,
): Promise<
  | { papers: { language: Language; pdf: string }[]; no: string; version: number; caseId: number | null }
  | undefined
> {
  return db
    .selectFrom('device_statement')
    .leftJoin('dental_case', 'dental_case.id', 'device_statement.case_id')
    .select([
      'device_statement.papers',
      'device_statement.version',
      'device_statement.case_no as no',
      'device_statement.case_id as caseId',
    ])
    .where('device_statement.id', '=', id)
    .where(sql<boolean>`(device_statement.maker_id = any(${circleOf(userId)}) or ${casesVisibleTo(userId)})`)
    .executeTakeFirst();
}

/** The papers of all statements of a case, by version. */
export const papersOf = (db: DbOrTx, caseId: number) =>
  db
    .selectFrom('device_statement')
    .select(['version', 'papers'])
    .where('case_id', '=', caseId)
    .orderBy('version')
    .execute();

/** The papers of one statement; none if its time is over. */
export async function papersOfStatement(
  db: DbOrTx,
  id: number,
): Promise<{ language: Language; pdf: string }[]> {
  const found = await db
    .selectFrom('device_statement')
    .select('papers')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.papers ?? [];
}

/** Removes statements that need no longer be kept. */
export async function tidyStatements({ db }: Services): Promise<void> {
  await db.deleteFrom('device_statement').where('kept_until', '<', sql<Date>`now()`).execute();
}
