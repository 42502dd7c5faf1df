import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Case ids from `from` up to, without, `to`; null for the accounts of the people. */
export type Range = { from: number; to: number } | null;

/** A part of a move, small enough for one transaction and one reply. */
export interface Part {
  circle: readonly number[];
  range: Range;
}

/** Names a part within its move. */
export const partNo = ({ range }: Pick<Part, 'range'>): number => range?.from ?? -1;

/** Cases of a part. */
const CASES = 100;
const LAST = Number.MAX_SAFE_INTEGER;

/** Ranges that together contain all ids from `from` on, at most `count` at a time; `next` is null after the last. */
export async function rangesFrom(
  tx: Tx,
  circle: readonly number[],
  from: number,
  count: number,
): Promise<{ ranges: NonNullable<Range>[]; next: number | null }> {
  const { rows } = await sql<{ to: number; cases: number }>`
    select max(id) + 1 as "to", count(*)::integer as cases from (
      select id, (row_number() over (order by id) - 1) / ${CASES} as block from (
        select id from dental_case where author_id = ${peopleOf(circle)} and id >= ${from}
        order by id limit ${CASES * count}
      ) as cases
    ) as placed group by block order by block
  `.execute(tx);
  const found = rows.reduce((sum, { cases }) => sum + cases, 0);
  const isLast = found < CASES * count;
  const ends = rows.map(({ to }) => to);
  if (isLast) ends.splice(-1, 1, LAST);
  const ranges = ends.map((to, index) => ({ from: ends[index - 1] ?? from, to }));
  return {
    ranges: ranges.length > 0 ? ranges : [{ from, to: LAST }],
    next: isLast ? null : (ends.at(-1) ?? null),
  };
}

export const peopleOf = (circle: readonly number[]) => sql`any(${[...circle]}::bigint[])`;

/**
 * The end of a condition for the cases of a part. Few cases are passed as an array, which PostgreSQL looks up by index;
 * with a join it may read whole tables. For all cases the planner decides.
 */
export function amongCases(circle: readonly number[], { from, to }: NonNullable<Range>): RawBuilder<unknown> {
  const cases = sql`
    select id from dental_case where author_id = ${peopleOf(circle)} and id >= ${from} and id < ${to}`;
  return from === 0 && to === LAST ? sql`in (${cases})` : sql`= any(array(${cases}))`;
}

export interface MovedTable {
  table: keyof Tables;
  /** SQL condition of the rows of a part; the table is named `item`. */
  where: RawBuilder<boolean>;
  /**
   * `whole`: the other region ends up with exactly these rows. `missing`: rows that people of both regions share, and
   * events, which are immutable, are only added if they are missing.
   */
  copies: 'whole' | 'missing';
}

/** The tables of a part in insertion order: rows refer to earlier tables only. */
export function tablesOf({ circle, range }: Part, until: Date | null = null): MovedTable[] {
  const early = until ? sql`item.at <= ${until}` : sql`true`;
  return range === null ? accountTables(circle, early) : caseTables(amongCases(circle, range), early);
}

function accountTables(circle: readonly number[], early: RawBuilder<unknown>): MovedTable[] {
  const people = peopleOf(circle);
  const own = (table: keyof Tables, column = 'user_id'): MovedTable => ({
    table,
    where: sql<boolean>`${sql.ref(`item.${column}`)} = ${people}`,
    copies: 'whole',
  });
  return [
    own('share_group', 'owner_id'),
    {
      table: 'group_member',
      where: sql<boolean>`item.status = 'ACCD' and item.group_id in (select id from share_group where owner_id = ${people})`,
      copies: 'whole',
    },
    {
      table: 'device',
      where: sql<boolean>`item.id in (
        select device_id from device_registration where user_id = ${people}
        union all select device_id from dental_case where author_id = ${people} and device_id is not null
        union all select last_device_id from app_user where id = ${people} and last_device_id is not null
      )`,
      copies: 'missing',
    },
    own('device_registration'),
    own('device_lock'),
    {
      table: 'connection',
      where: sql<boolean>`item.status = 'ACCD' and (item.owner_id = ${people} or item.user_id = ${people})`,
      copies: 'missing',
    },
    own('lab'),
    own('account_log'),
    own('authenticator_app'),
    own('recovery_code'),
    own('mail_token'),
    own('email_change'),
    own('step_reset'),
    own('passkey'),
    own('social_identity'),
    {
      table: 'agreement_text',
      where: sql<boolean>`item.text_hash in (select text_hash from agreement_acceptance where user_id = ${people})`,
      copies: 'missing',
    },
    own('agreement_acceptance'),
    own('case_view', 'owner_id'),
    own('production_plan', 'owner_id'),
    own('order_template', 'owner_id'),
    own('support_grant'),
    own('support_session', 'subject_id'),
    {
      table: 'event',
      where: sql<boolean>`item.case_id is null and item.actor_id = ${people} and ${early}`,
      copies: 'missing',
    },
  ];
}

function caseTables(cases: RawBuilder<unknown>, early: RawBuilder<unknown>): MovedTable[] {
  const of = (table: keyof Tables, where = sql<boolean>`item.case_id ${cases}`): MovedTable => ({
    table,
    where,
    copies: 'whole',
  });
  return [
    of('dental_case', sql`item.id ${cases}`),
    of('restoration'),
    of('order_change'),
    of('case_orientation'),
    of('scan_choice'),
    of('legal_hold'),
    of('case_retention'),
    of('device_statement'),
    of('case_step'),
    of('case_shipment'),
    of('case_file'),
    of('scan_unit', sql`item.file_id in (select id from case_file where case_id ${cases})`),
    of('malware_scan', sql`item.file_id in (select id from case_file where case_id ${cases})`),
    of('case_comment'),
    of('comment_mention', sql`item.comment_id in (select id from case_comment where case_id ${cases})`),
    of('comment_reaction', sql`item.comment_id in (select id from case_comment where case_id ${cases})`),
    of('unread_comment'),
    of('share_link'),
    { table: 'event', where: sql`item.case_id ${cases} and ${early}`, copies: 'missing' },
  ];
}

/**
 * Statements, rows of `item`, that a lab of this region made for people of the other one: it has to keep them for ten
 * years, so they stay when the copy of the case is removed.
 */
export const keptByLabs = (circle: readonly number[]): RawBuilder<boolean> => sql<boolean>`(
  item.maker_id <> all(${[...circle]}::bigint[])
  and exists (select from app_user where app_user.id = item.maker_id and presence = 'home')
)`;

/** Condition of the rows of the audit log that belong to a part, named `item`. */
export const auditOf = ({ circle, range }: Part, until: Date | null): RawBuilder<boolean> => {
  const early = until ? sql`item.at <= ${until}` : sql`true`;
  return range === null
    ? sql`item.case_id is null and item.user_id = ${peopleOf(circle)} and ${early}`
    : sql`item.case_id ${amongCases(circle, range)} and ${early}`;
};

/** Condition of all rows of the audit log that may come with a circle, named `item`. */
export const auditOfAll = (circle: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`(${auditOf({ circle, range: null }, null)} or ${auditOf({ circle, range: { from: 0, to: LAST } }, null)})`;

/**
 * Columns whose values are local to one deployment: the position in its live stream, values sealed with its secret, and
 * values written by its triggers.
 */
export const LOCAL_COLUMNS: Partial<Record<keyof Tables, readonly string[]>> = {
  event: ['seq'],
  authenticator_app: ['secret'],
  recovery_code: ['key'],
  device_registration: ['listed_udi', 'listed_search'],
};

/**
 * JSON of a row named `item` without local columns. A case hidden by a move, in either region, gets its sides' real
 * copies.
 */
export function movedRow(table: keyof Tables, moveId: string): RawBuilder<unknown> {
  const row = sql`to_jsonb(item) - ${sql.val([...(LOCAL_COLUMNS[table] ?? [])])}::text[]`;
  if (table !== 'dental_case') return row;
  return sql`${row} || coalesce((
    select jsonb_build_object('author_removed_at', author_removed_at, 'recipient_removed_at', recipient_removed_at)
    from moved_case where move_id = ${moveId} and case_id = item.id
  ), '{}'::jsonb)`;
}

/**
 * Accounts as JSON in a column `account`: the version set aside, otherwise their rows without the time of the last
 * sign-in.
 */
export const accountsOf = (circle: readonly number[], moveId: string) => sql`
  select coalesce(
    (select account from moved_account where move_id = ${moveId} and user_id = item.id),
    to_jsonb(item) - 'last_sign_in_at'
  ) as account from app_user as item where id = ${peopleOf(circle)}`;

/** Lets writes pass the freeze, and formats equal values as equal texts in both regions; for this transaction. */
export async function beginMoving(tx: Tx): Promise<void> {
  await sql`
    select set_config(name, value, true) from (values
      ('cusp.moves', 'on'), ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'),
      ('bytea_output', 'hex'), ('extra_float_digits', '1')
    ) as settings (name, value)
  `.execute(tx);
}
