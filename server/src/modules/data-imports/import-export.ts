import type { ExportedCase } from '@cusp/contract/exported-case';
import { sql } from 'kysely';
import { internalActor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { draftsOfPractice } from '../case-access/case-access.policy.ts';
import { circleSql, isAroundCircle, visibleToCircle } from '../case-access/visible-cases.sql.ts';
import { usageOf } from '../files/files.sql.ts';
import { personByEmailKey } from '../invitations/people.sql.ts';
import { practiceOf } from '../privacy/practice.sql.ts';
import { caseIn, checkFiles, foldersOf } from './check-export.ts';
import { ExportArchive, NotImported } from './export-archive.ts';
import { importCase } from './import-case.ts';
import { accountOf, missingAccounts, type Practice } from './imported-people.ts';

interface Options {
  path: string;
  /** Address of the owner of the practice, or of a person without a group. */
  practice: string;
  /** Pairs of addresses: of a person in the export, and of the person here who takes their place. */
  aliases?: readonly (readonly [string, string])[];
  /** Only checks the export. */
  isCheck?: boolean;
  /** Called after each case that was checked, then after each that was imported. */
  onProgress?(step: 'checked' | 'imported', done: number, total: number): void;
}

/** Numbers of cases, by outcome. */
export interface ImportReport {
  imported: string[];
  /** The practice has it already; it stays as it is here. */
  present: string[];
  /** The practice deleted it here, so it stays deleted. */
  deleted: string[];
  /** Another practice has a case with this number. */
  taken: string[];
  /** Files whose bytes the export did not have. */
  withheld: { no: string; name: string; version: number; reason: string }[];
}

/**
 * Restores the cases of an export. The whole zip is read and checked before the first case is written, so that a
 * damaged or hostile one changes nothing. The same zip again adds only cases that are missing.
 */
export async function importExport(services: Services, options: Options): Promise<ImportReport> {
  const archive = await ExportArchive.open(options.path);
  try {
    const practice = await importingPractice(services, options);
    const report: ImportReport = { imported: [], present: [], deleted: [], taken: [], withheld: [] };
    const folders = await foldersOf(archive);
    const wanted: string[] = [];
    const missing = new Set<string>();
    const bytes = new Map<number, number>();
    for (const [n, folder] of folders.entries()) {
      const json = await caseIn(archive, folder);
      const known = await knownCase(services, practice, json.no);
      if (known) report[known].push(json.no);
      else {
        requireParty(practice, json, missing);
        countBytes(practice, json, bytes);
        await checkFiles(archive, folder, json.files);
        wanted.push(folder);
      }
      options.onProgress?.('checked', n + 1, folders.length);
    }
    if (missing.size > 0)
      throw new NotImported(
        `These people sent or received cases and have no account in the practice: ${[...missing].join(', ')}. ` +
          'Invite them first, or name who takes their place with --as <their address>=<address here>.',
      );
    await requireRoom(services, bytes);
    if (options.isCheck)
      return { ...report, imported: wanted.map((folder) => folder.slice('cases/'.length)) };
    for (const [n, folder] of wanted.entries()) {
      const json = await caseIn(archive, folder);
      const isNew = await importCase(services, practice, { archive, folder, json }).catch(
        unstorable(json.no),
      );
      report[isNew ? 'imported' : ((await knownCase(services, practice, json.no)) ?? 'taken')].push(json.no);
      for (const { path, name, version, withheld } of json.files)
        if (path === null)
          report.withheld.push({ no: json.no, name, version, reason: withheld ?? 'unreadable' });
      options.onProgress?.('imported', n + 1, wanted.length);
    }
    return report;
  } finally {
    archive.close();
  }
}

/** Values that the database refuses although they passed the checks; other errors are passed on. */
const unstorable =
  (no: string) =>
  (error: Error & { code?: unknown }): never => {
    if (!/^2[23]/.test(String(error.code))) throw error;
    throw new NotImported(
      `Case ${no} cannot be stored: ${error.message}. The cases before it were imported.`,
    );
  };

async function importingPractice({ db }: Services, { practice, aliases = [] }: Options): Promise<Practice> {
  const owner = await personByEmailKey(db, emailKey(practice));
  if (!owner?.activated_at || owner.presence !== 'home')
    throw new NotImported(`Nobody has a confirmed account with the address ${practice}.`);
  const ids = await practiceOf(db, internalActor(owner.id)).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    throw new NotImported(`${practice} is a member of a group. Name the owner of the group.`);
  });
  const people = await db
    .selectFrom('app_user')
    .select(['id', 'email_key'])
    .where('id', 'in', ids)
    .where('presence', '=', 'home')
    .where('deleted_at', 'is', null)
    .execute();
  const accounts = new Map(people.map(({ id, email_key }) => [email_key, id]));
  for (const [, here] of aliases)
    if (!accounts.has(emailKey(here)))
      throw new NotImported(`${here} is not one of the people of this practice.`);
  const keys = new Map(aliases.map(([there, here]) => [emailKey(there), emailKey(here)]));
  return { ownerId: owner.id, accounts, aliases: keys };
}

/** The existing case with this number; null if the number is free. */
async function knownCase(
  { db }: Services,
  { accounts }: Practice,
  no: string,
): Promise<'present' | 'deleted' | 'taken' | null> {
  const people = [...accounts.values()];
  const circle = circleSql(people);
  const row = await db
    .selectFrom('dental_case')
    .select(sql<boolean>`${visibleToCircle(circle)} or ${draftsOfPractice(people)}`.as('isSeen'))
    // A case that its author took back is a draft of another practice, which nobody here has deleted.
    .select(
      sql<boolean>`(published_at is not null or author_id = any(${people}::bigint[])) and ${isAroundCircle(circle)}`.as(
        'isTheirs',
      ),
    )
    .where('no', '=', no)
    .executeTakeFirst();
  if (!row) return null;
  if (row.isSeen) return 'present';
  return row.isTheirs ? 'deleted' : 'taken';
}

function requireParty(practice: Practice, json: ExportedCase, missing: Set<string>): void {
  const parties = json.people
    .filter(({ key }) => key === json.author || key === json.recipient)
    .flatMap((person) => accountOf(practice, person) ?? []);
  if (new Set(parties).size < parties.length)
    throw new NotImported(`Author and recipient of case ${json.no} would be the same account.`);
  if (parties.length > 0) return;
  const addresses = missingAccounts(practice, json);
  if (addresses.length === 0) throw new NotImported(`Case ${json.no} is of another practice.`);
  for (const address of addresses) missing.add(address);
}

/** Adds up the bytes of a case for each account of the practice. */
function countBytes(practice: Practice, json: ExportedCase, bytes: Map<number, number>): void {
  for (const { path, size, uploaded_by } of json.files) {
    const person = json.people.find(({ key }) => key === uploaded_by);
    const id = person && accountOf(practice, person);
    if (path !== null && id) bytes.set(id, (bytes.get(id) ?? 0) + size);
  }
}

async function requireRoom({ db, config }: Services, bytes: ReadonlyMap<number, number>): Promise<void> {
  for (const [id, size] of bytes) {
    if ((await usageOf(db, id)) + size <= config.quotaBytes) continue;
    const { email } = await db
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    throw new NotImported(
      `The files of ${email} need more than the quota of one person. Raise QUOTA_GIB first.`,
    );
  }
}
