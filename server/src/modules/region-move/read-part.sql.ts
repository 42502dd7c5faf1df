import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { unsealByAny } from '../../platform/secrets/secret-box.ts';
import { readCircles, type StatedCircles } from '../case-access/stated-circles.ts';
import { GUEST } from '../people/guest-rows.sql.ts';
import { APP_PURPOSE } from '../security/app-code.ts';
import { RECOVERY_PURPOSE } from '../security/recovery-codes.ts';
import { accountsOf, auditOf, beginMoving, movedRow, type Part, peopleOf, tablesOf } from './moved-rows.ts';

/** The rows of a part as JSON texts, so that numbers are not rounded by JavaScript. */
export interface PartRows {
  tables: Record<string, string>;
  audit: string;
  /** People to whom these rows refer, as the other region stores them: the guests, and those who have not arrived. */
  people: string;
  /** Of the people who received these cases and stay. */
  circles: StatedCircles;
  /** With the accounts only. */
  accounts?: string;
  secrets?: { user: number; secret: string }[];
  /** Keys of recovery codes, with the hash of the code in hexadecimal. */
  keys?: { user: number; hash: string; key: string }[];
}

/** Reads a part in a transaction with one snapshot. */
export async function readPart(
  tx: Tx,
  moveId: string,
  part: Part,
  { until, secrets }: { until: Date | null; secrets: readonly Uint8Array[] },
): Promise<PartRows> {
  await beginMoving(tx);
  const tables: Record<string, string> = {};
  for (const { table, where } of tablesOf(part, until))
    tables[table] = await textOf(
      tx,
      sql`select ${movedRow(table, moveId)} as row from ${sql.table(table)} as item where ${where}`,
    );
  const audit = await textOf(
    tx,
    sql`select to_jsonb(item) as row from audit_log as item where ${auditOf(part, until)} order by id`,
  );
  const read = { tables, audit, ...(await peopleOfPart(tx, part, until)) };
  if (part.range !== null) return read;
  return {
    ...read,
    accounts: await textOf(tx, sql`select account as row from (${accountsOf(part.circle, moveId)}) as moved`),
    secrets: await appSecretsOf(tx, part.circle, secrets),
    keys: await recoveryKeysOf(tx, part.circle, secrets),
  };
}

/** Reads are recorded with their time, and stored later if the database is busy or was down. */
export const STORED_WITHIN = sql`interval '1 hour'`;

/**
 * The rows of the audit log of these parts since a moment, because reading continues in a freeze, and earlier ones that
 * may have been stored after it.
 */
export async function readLateLog(tx: Tx, parts: readonly Part[], since: Date): Promise<string> {
  await beginMoving(tx);
  return textOf(
    tx,
    sql`select to_jsonb(item) as row from audit_log as item
      where item.at > ${since}::timestamptz - ${STORED_WITHIN}
        and (${sql.join(
          parts.map((part) => auditOf(part, null)),
          sql` or `,
        )})
      order by id`,
  );
}

async function textOf(tx: Tx, rows: ReturnType<typeof sql>): Promise<string> {
  const found = await sql<{ text: string }>`
    select coalesce(json_agg(row), '[]')::text as text from (${rows}) as rows
  `.execute(tx);
  return found.rows[0]?.text ?? '[]';
}

/** Without secrets that no key opens: these apps do not work here and will not work there, and the move goes on. */
async function appSecretsOf(tx: Tx, circle: readonly number[], secrets: readonly Uint8Array[]) {
  const apps = await tx
    .selectFrom('authenticator_app')
    .select(['user_id', 'secret'])
    .where('user_id', 'in', [...circle])
    .execute();
  return apps.flatMap(({ user_id: user, secret }) => {
    const opened = unsealByAny(secrets, APP_PURPOSE, user, secret);
    return opened ? [{ user, secret: opened.bytes.toString('base64') }] : [];
  });
}

/** Without codes that are hashed with this region's secret, which cannot work elsewhere. */
async function recoveryKeysOf(tx: Tx, circle: readonly number[], secrets: readonly Uint8Array[]) {
  const codes = await tx
    .selectFrom('recovery_code')
    .select(['user_id', 'hash', 'key'])
    .where('user_id', 'in', [...circle])
    .execute();
  return codes.flatMap(({ user_id: user, hash, key }) => {
    const opened = key && unsealByAny(secrets, RECOVERY_PURPOSE, user, key);
    return opened ? [{ user, hash: hash.toString('hex'), key: opened.bytes.toString('base64') }] : [];
  });
}

/** All people to whom the rows of a part refer, and the circles in which recipients see its cases. */
async function peopleOfPart(tx: Tx, part: Part, until: Date | null) {
  const references = await referencesToPeople(tx);
  const named = tablesOf(part, until).flatMap(({ table, where }) =>
    [...(references.get(table) ?? []), ...(table === 'event' ? ['actor_id', 'acting_for'] : [])].map(
      (column) =>
        sql`select ${sql.ref(`item.${column}`)} as id from ${sql.table(table)} as item where ${where}`,
    ),
  );
  const ownRows = (references.get('app_user') ?? []).map(
    (column) =>
      sql`select ${sql.ref(`item.${column}`)} from app_user as item where id = ${peopleOf(part.circle)}`,
  );
  const circle = sql`select unnest(${[...part.circle]}::bigint[])`;
  const cases = tablesOf(part, until).find(({ table }) => table === 'dental_case');
  const recipients = cases
    ? sql`select recipient_id from dental_case as item where ${cases.where}`
    : sql`select null::bigint where false`;
  return {
    people: await textOf(
      tx,
      sql`select to_jsonb(guest) as row from (
        select ${GUEST} from app_user
        where id in (${sql.join([circle, ...named, ...ownRows], sql` union `)})
      ) as guest`,
    ),
    // The transaction has one snapshot, which is not older than its beginning.
    circles: await readCircles(tx, recipients, sql`now()`),
  };
}

/** The columns by table that refer to people, from the schema. */
async function referencesToPeople(tx: Tx): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select conrelid::regclass::text as table, array_agg(attname::text) as columns
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'app_user'::regclass group by 1
  `.execute(tx);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}
