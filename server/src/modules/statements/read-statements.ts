import type { Statement, StatementFields } from '@cusp/contract/statements';
import { STATEMENTS_A_PAGE } from '@cusp/contract/statements.routes';
import { regionOfCountry } from '@cusp/contract/storage-region';
import type { Language } from '@cusp/contract/wire';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { languageOf } from '../../platform/texts/load-texts.ts';
import { type CaseInHand, visibleCase } from '../case-access/case-in-hand.sql.ts';
import { personById } from '../invitations/people.sql.ts';
import { practiceOf } from '../privacy/practice.sql.ts';
import { presentStatement, statements } from './statements.sql.ts';

/** Whether the work is done, also after the case was closed. */
export const isCompleted = ({ status, prev_status }: CaseInHand): boolean =>
  status === 'COMP' || (status === 'CLSD' && (prev_status === 'COMP' || prev_status === 'REOP'));

/** Statements of a case, latest first, and whether the reader's side may issue the next one. */
export async function listStatements(
  { db }: Services,
  actor: Actor,
  caseId: number,
): Promise<{ statements: Statement[]; may_issue: boolean }> {
  const dentalCase = await visibleCase(db, actor.userId, caseId);
  const rows = await statements(db)
    .where('device_statement.case_id', '=', caseId)
    .orderBy('device_statement.version', 'desc')
    .execute();
  const mayIssue =
    actor.support === undefined &&
    dentalCase.side === 'OT' &&
    isCompleted(dentalCase) &&
    (rows.length > 0 || (await isAskedFor(db, dentalCase)));
  return { statements: rows.map(presentStatement), may_issue: mayIssue };
}

/** Whether a party of the case is in a country where the regulation, or one based on it, applies. */
async function isAskedFor(db: DbOrTx, { author_id, recipient_id }: CaseInHand): Promise<boolean> {
  const parties = await db
    .selectFrom('app_user')
    .select('country')
    .where('id', 'in', [author_id, recipient_id])
    .execute();
  return parties.some(({ country }) => regionOfCountry(country) === 'EU');
}

/** The next statement, prefilled from the previous one, else from the order and the profile of the recipient. */
export async function statementForm(
  { db }: Services,
  actor: Actor,
  caseId: number,
): Promise<{ after: number; fields: StatementFields }> {
  const dentalCase = await visibleCase(db, actor.userId, caseId);
  if (dentalCase.side !== 'OT') throw new Refusal('statement_recipient_only');
  const latest = await statements(db)
    .where('device_statement.case_id', '=', caseId)
    .orderBy('device_statement.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (latest) return { after: latest.version, fields: latest.content.fields };
  const [maker, prescriber] = [
    await db
      .selectFrom('app_user')
      .select(['institution', 'first_name', 'last_name', 'address', 'country'])
      .where('id', '=', dentalCase.recipient_id)
      .executeTakeFirstOrThrow(),
    await personById(db, dentalCase.author_id),
  ];
  const isKnown = prescriber.deleted_at === null;
  return {
    after: 0,
    fields: {
      manufacturer: maker.institution || fullName(maker.first_name, maker.last_name),
      address: [maker.address, countryName(maker.country, await languageOf(db, actor.userId))]
        .filter(Boolean)
        .join('\n'),
      sites: '',
      representative: '',
      device: dentalCase.no,
      patient_code: dentalCase.no,
      prescriber: isKnown ? fullName(prescriber.first_name, prescriber.last_name) : '',
      institution: isKnown ? prescriber.institution : '',
      remarks: '',
      materials: [],
      exceptions: '',
      substances: '',
      is_implantable: false,
    },
  };
}

/** '' without a country. */
const countryName = (country: string, language: Language): string =>
  country === '' ? '' : (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? '');

/** Statements that the practice has issued, also of cases whose data has been removed. */
export async function keptStatements(
  { db }: Services,
  actor: Actor,
  { search, before }: { search: string; before?: number | undefined },
): Promise<{ statements: Statement[]; has_more: boolean; is_complete: boolean }> {
  const practice = await practiceOf(db, actor);
  const beginning = `${search.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await statements(db)
    .where('maker_id', 'in', practice)
    .where(
      sql<boolean>`(device_statement.case_no ilike ${beginning} or content->'fields'->>'patient_code' ilike ${beginning})`,
    )
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(device_statement.issued_at, device_statement.id) < (
          select last.issued_at, last.id from device_statement as last
          where last.id = ${before} and last.maker_id = any(${practice}::bigint[])
        )`,
      ),
    )
    .orderBy('device_statement.issued_at', 'desc')
    .orderBy('device_statement.id', 'desc')
    .limit(STATEMENTS_A_PAGE + 1)
    .execute();
  return {
    statements: rows.slice(0, STATEMENTS_A_PAGE).map(presentStatement),
    has_more: rows.length > STATEMENTS_A_PAGE,
    is_complete: await areStatementsComplete(db, practice),
  };
}

/** Whether the statements of all members who moved here have arrived. */
async function areStatementsComplete(db: DbOrTx, practice: readonly number[]): Promise<boolean> {
  const awaited = await db
    .selectFrom('region_import')
    .select('move_id')
    .where('step', '=', 'arrived')
    .where('are_statements_here', '=', false)
    .where(sql<boolean>`circle && ${[...practice]}::bigint[]`)
    .limit(1)
    .executeTakeFirst();
  return awaited === undefined;
}
