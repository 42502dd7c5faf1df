import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { seal } from '../../platform/secrets/secret-box.ts';
import { storeCircles } from '../case-access/stated-circles.ts';
import { areSame, awaitRegisterTurn } from '../devices/same-device.sql.ts';
import { takePeople } from '../people/guest-rows.sql.ts';
import { APP_PURPOSE } from '../security/app-code.ts';
import { RECOVERY_PURPOSE } from '../security/recovery-codes.ts';
import {
  beginMoving,
  keptByLabs,
  type MovedTable,
  type Part,
  partNo,
  peopleOf,
  type Range,
  tablesOf,
} from './moved-rows.ts';
import type { PartRows } from './read-part.sql.ts';

/** Columns of a case with the deletion of each side's copy; both are set until the people arrive. */
const COPIES = ['author_removed_at', 'recipient_removed_at'];

/**
 * Makes this region's rows of a part equal to those of the source. Doing so again changes nothing. Rows that do not
 * belong to the part are omitted, so that a hostile region cannot write about people who live here. The caller has
 * locked the import in this transaction.
 */
export async function takePart(
  tx: Tx,
  moveId: string,
  part: Part,
  taken: PartRows,
  secret: Uint8Array,
): Promise<void> {
  await beginMoving(tx);
  const { circle, range } = part;
  if (range === null) await awaitRegisterTurn(tx);
  await takePeople(tx, taken.people, { at: taken.circles.at });
  if (range === null) await leaveOldGroups(tx, circle);
  await removePart(tx, part);
  const columns = await columnsByTable(tx);
  for (const moved of tablesOf(part)) {
    const { table } = moved;
    // A lab kept them here when their case left; now the case comes back.
    if (table === 'device_statement')
      await sql`
        delete from device_statement as kept where case_id is null
          and id in (select item.id from ${rowsOf(table, taken.tables[table])})
      `.execute(tx);
    const names = columns.get(table) ?? [];
    const values = names.map((column) => storedValue(table, column));
    await sql`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from ${rowsOf(table, taken.tables[table])} where ${belongsTo(part, moved)}
      on conflict do nothing
    `.execute(tx);
  }
  // Through groups the mates of a recipient see the cases that are stored now.
  await storeCircles(tx, taken.circles);
  if (range === null) await keepAccounts(tx, moveId, circle, taken, secret);
  else await keepCopies(tx, moveId, { circle, range }, taken.tables.dental_case);
  await sql`
    insert into moved_log (move_id, part, rows) values (${moveId}, ${partNo(part)}, ${taken.audit}::json)
    on conflict (move_id, part) do update set rows = excluded.rows
  `.execute(tx);
}

/** Removes the copied rows of a part, dependent rows first. */
export async function removePart(tx: Tx, part: Part, kept: readonly (keyof Tables)[] = []): Promise<void> {
  for (const { table, where } of tablesOf(part).toReversed()) {
    if (SHARED.includes(table) || kept.includes(table)) continue;
    // Events that happened here have a position in the live stream, also those of people who were guests.
    const copied =
      table === 'event'
        ? sql`item.seq is null`
        : table === 'device_statement'
          ? sql`not ${keptByLabs(part.circle)}`
          : sql`true`;
    await sql`delete from ${sql.table(table)} as item where ${where} and ${copied}`.execute(tx);
  }
}

/** Devices, connections and texts may be in use by other people of this region. */
const SHARED: readonly (keyof Tables)[] = ['device', 'connection', 'agreement_text'];
/** Through groups the mates of a guest see cases. */
export const GROUPS: readonly (keyof Tables)[] = ['share_group', 'group_member'];

const rowsOf = (table: keyof Tables, rows = '[]') =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${rows}::json) as item`;

/** Condition of rows that the other region sent, named `item`. */
function belongsTo({ circle, range }: Part, { table, where }: Pick<MovedTable, 'table' | 'where'>) {
  if (table === 'dental_case' && range) return authoredIn(circle, range);
  // Later rows refer to these.
  return table === 'device' || table === 'agreement_text' ? sql<boolean>`true` : where;
}

const authoredIn = (circle: readonly number[], { from, to }: NonNullable<Range>) =>
  sql<boolean>`item.author_id = ${peopleOf(circle)} and item.id >= ${from} and item.id < ${to}`;

/** Stored value of a column of a copied row named `item`. */
function storedValue(table: keyof Tables, column: string) {
  if (table === 'dental_case' && COPIES.includes(column)) return sql`now()`;
  if (table === 'event' && column === 'seq') return sql`null`;
  // Both are sealed again once the accounts are stored.
  if (table === 'recovery_code' && column === 'key') return sql`null`;
  if (table === 'authenticator_app' && column === 'secret') return sql`'\\x'::bytea`;
  // A scanner that is registered here too; `mergeDevices` merges the two.
  if (table === 'device' && column === 'removed_at')
    return sql`coalesce(item.removed_at, case when exists (
      select from device as known where known.removed_at is null and ${areSame('known', 'item')}
    ) then now() end)`;
  return sql.ref(`item.${column}`);
}

/** Removes people from the groups that they had here as guests. */
async function leaveOldGroups(tx: Tx, circle: readonly number[]): Promise<void> {
  const people = peopleOf(circle);
  await sql`
    delete from group_member where user_id = ${people}
      or group_id in (select id from share_group where owner_id = ${people})
  `.execute(tx);
}

async function keepAccounts(
  tx: Tx,
  moveId: string,
  circle: readonly number[],
  { accounts = '[]', secrets = [], keys = [] }: PartRows,
  secret: Uint8Array,
): Promise<void> {
  await tx.deleteFrom('moved_account').where('move_id', '=', moveId).execute();
  await sql`
    insert into moved_account (move_id, user_id, account)
    select ${moveId}, (account->>'id')::bigint, account from jsonb_array_elements(${accounts}::jsonb) as account
    where (account->>'id')::bigint = ${peopleOf(circle)}
  `.execute(tx);
  for (const app of secrets.filter(({ user }) => circle.includes(user))) {
    const sealed = seal(secret, APP_PURPOSE, app.user, Buffer.from(app.secret, 'base64'));
    await tx
      .updateTable('authenticator_app')
      .set({ secret: sealed })
      .where('user_id', '=', app.user)
      .execute();
  }
  for (const { user, hash, key } of keys.filter((each) => circle.includes(each.user)))
    await tx
      .updateTable('recovery_code')
      .set({ key: seal(secret, RECOVERY_PURPOSE, user, Buffer.from(key, 'base64')) })
      .where('user_id', '=', user)
      .where('hash', '=', Buffer.from(hash, 'hex'))
      .execute();
}

async function keepCopies(
  tx: Tx,
  moveId: string,
  { circle, range }: { circle: readonly number[]; range: NonNullable<Range> },
  cases: string | undefined,
): Promise<void> {
  await tx
    .deleteFrom('moved_case')
    .where('move_id', '=', moveId)
    .where('case_id', '>=', range.from)
    .where('case_id', '<', range.to)
    .execute();
  await sql`
    insert into moved_case (move_id, case_id, author_removed_at, recipient_removed_at)
    select ${moveId}, id, author_removed_at, recipient_removed_at from ${rowsOf('dental_case', cases)}
    where ${authoredIn(circle, range)}
  `.execute(tx);
}

/** Hides the cases of a circle and stores which sides have a copy; for the region that people leave. */
export async function hideCases(tx: Tx, moveId: string, circle: readonly number[]): Promise<void> {
  await sql`
    insert into moved_case (move_id, case_id, author_removed_at, recipient_removed_at)
    select ${moveId}, id, author_removed_at, recipient_removed_at from dental_case where author_id = ${peopleOf(circle)}
  `.execute(tx);
  for (const some of await someAtATime(tx, moveId))
    await sql`
      update dental_case set author_removed_at = coalesce(author_removed_at, now()),
        recipient_removed_at = coalesce(recipient_removed_at, now())
      where id = any(${some}::bigint[]) and (author_removed_at is null or recipient_removed_at is null)
    `.execute(tx);
}

/** Gives the sides of the cases their former copies. */
export async function showCases(tx: Tx, moveId: string): Promise<void> {
  for (const some of await someAtATime(tx, moveId))
    await sql`
      update dental_case set author_removed_at = moved_case.author_removed_at,
        recipient_removed_at = moved_case.recipient_removed_at
      from moved_case where move_id = ${moveId} and case_id = dental_case.id and dental_case.id = any(${some}::bigint[])
    `.execute(tx);
}

/**
 * Cases changed by one statement: its triggers compare all of them, without an index because statistics are missing.
 */
const AT_A_TIME = 200;

async function someAtATime(tx: Tx, moveId: string): Promise<number[][]> {
  const rows = await tx
    .selectFrom('moved_case')
    .select('case_id')
    .where('move_id', '=', moveId)
    .orderBy('case_id')
    .execute();
  return Array.from({ length: Math.ceil(rows.length / AT_A_TIME) }, (_, index) =>
    rows.slice(index * AT_A_TIME, (index + 1) * AT_A_TIME).map(({ case_id }) => case_id),
  );
}

/** The columns that can be inserted, by table. */
async function columnsByTable(tx: Tx): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relname as table, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname
  `.execute(tx);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** All parts of a circle that are stored here. */
export const wholeOf = (circle: readonly number[]): Part[] => [
  { circle, range: { from: 0, to: Number.MAX_SAFE_INTEGER } },
  { circle, range: null },
];
