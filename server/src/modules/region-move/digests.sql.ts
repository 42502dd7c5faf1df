import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { DATA_REGISTER } from '../../platform/db/data-register.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import {
  accountsOf,
  amongCases,
  beginMoving,
  LOCAL_COLUMNS,
  type Part,
  partNo,
  peopleOf,
} from './moved-rows.ts';

/**
 * The comparison of the two copies. The rows of a part are found by the register of tables and the foreign keys of the
 * schema, and not by the lists that the copying uses, so that a table or a row missing from these is noticed.
 */
export type Side = 'source' | 'target';

/** Shared by people of both regions, so the other region may have others, or its own. */
const SHARED: readonly (keyof Tables)[] = ['device', 'connection', 'agreement_text'];
/** Compared as accounts, or in the log. */
const APART: readonly (keyof Tables)[] = ['app_user', 'audit_log', 'event'];

/** Raised when the comparison of rows changes, so that regions with different versions of Cusp wait for each other. */
const FORM = 2;

/** Schema data that a comparison reads. */
export interface Compared {
  /** Foreign keys with one column: the referring column by table and referred table. */
  references: Map<string, string>;
  columns: Map<string, string[]>;
  /** Digests are equal only for equal rows with the same version and columns. */
  shape: string;
}

/** SHA-256 in hexadecimal of all rows of a part that both regions must have equal, independent of their order. */
export async function digestOf(
  tx: Tx,
  schema: Compared,
  moveId: string,
  part: Part,
  { side, until }: { side: Side; until: Date | null },
): Promise<string> {
  await beginMoving(tx);
  const { circle, range } = part;
  const lines = tablesComparedIn(part).map(
    (table) => sql`
      select ${`${table} `} || ${rowText(table, schema, moveId)} from ${sql.table(table)} as item
      where ${belongs(table, part, schema)}`,
  );
  if (range === null)
    lines.push(sql`select 'account ' || account::text from (${accountsOf(circle, moveId)}) as moved`);
  lines.push(eventsOf(part, schema, side, until), auditLines(moveId, part, schema, side, until));
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(convert_to(coalesce(string_agg(line, E'\\n' order by line collate "C"), ''), 'UTF8')), 'hex') as digest
    from (${sql.join(lines, sql` union all `)}) as lines (line)
  `.execute(tx);
  return rows[0]?.digest ?? '';
}

/** The tables of a part that are compared row by row. */
function tablesComparedIn({ range }: Pick<Part, 'range'>): (keyof Tables)[] {
  const move = range === null ? 'with-account' : 'with-author';
  return (Object.keys(DATA_REGISTER) as (keyof Tables)[]).filter(
    (table) => DATA_REGISTER[table].move === move && !SHARED.includes(table) && !APART.includes(table),
  );
}

function belongs(
  table: keyof Tables,
  { circle, range }: Part,
  { references, columns }: Compared,
): RawBuilder<unknown> {
  const to = (other: string) => {
    const column = references.get(`${table} ${other}`);
    return column ? sql.ref(`item.${column}`) : null;
  };
  if (range === null) {
    const group = to('share_group');
    if (group)
      return sql`${group} in (select id from share_group where owner_id = ${peopleOf(circle)}) and item.status = 'ACCD'`;
    const owner = ['user_id', 'owner_id', 'subject_id'].find((name) => columns.get(table)?.includes(name));
    if (!owner) throw new Error(`${table} has no column of the person whose row it is`);
    return sql`${sql.ref(`item.${owner}`)} = ${peopleOf(circle)}`;
  }
  const cases = amongCases(circle, range);
  if (table === 'dental_case') return sql`item.id ${cases}`;
  const ofCase = to('dental_case');
  if (ofCase) return sql`${ofCase} ${cases}`;
  for (const between of ['case_file', 'case_comment']) {
    const column = to(between);
    if (column) return sql`${column} in (select id from ${sql.table(between)} where case_id ${cases})`;
  }
  throw new Error(`${table} does not refer to a case`);
}

const inLog = ({ circle, range }: Part, person: 'actor_id' | 'user_id') =>
  range === null
    ? sql`item.case_id is null and ${sql.ref(`item.${person}`)} = ${peopleOf(circle)}`
    : sql`item.case_id ${amongCases(circle, range)}`;

function eventsOf(part: Part, schema: Compared, side: Side, until: Date | null) {
  const limit = side === 'target' ? sql`item.seq is null` : until ? sql`item.at <= ${until}` : sql`true`;
  return sql`
    select 'event ' || ${rowText('event', schema)} from event as item where ${inLog(part, 'actor_id')} and ${limit}`;
}

function auditLines(moveId: string, part: Part, schema: Compared, side: Side, until: Date | null) {
  const line = sql`select 'audit_log ' || ${rowText('audit_log', schema)}`;
  if (side === 'target')
    return sql`
      ${line} from moved_log, json_populate_recordset(null::audit_log, rows) as item
      where move_id = ${moveId} and part = ${partNo(part)}`;
  const limit = until ? sql`item.at <= ${until}` : sql`true`;
  return sql`${line} from audit_log as item where ${inLog(part, 'user_id')} and ${limit}`;
}

/** Columns of a case by which a move hides it; its sides' real copies are in `moved_case`. */
const COPIES = ['author_removed_at', 'recipient_removed_at'];

/**
 * Text of a row named `item` without local columns, the others in the order of their names. PostgreSQL writes it
 * several times faster than JSON, and people wait for the comparison.
 */
function rowText(table: keyof Tables, { columns }: Compared, moveId = ''): RawBuilder<unknown> {
  const left = [...(LOCAL_COLUMNS[table] ?? []), ...(table === 'dental_case' ? COPIES : [])];
  const values: RawBuilder<unknown>[] = (columns.get(table) ?? [])
    .filter((name) => !left.includes(name))
    .map((name) => sql.ref(`item.${name}`));
  if (table === 'dental_case')
    values.push(sql`coalesce(
      (select array[author_removed_at, recipient_removed_at] from moved_case where move_id = ${moveId} and case_id = item.id),
      array[item.author_removed_at, item.recipient_removed_at]
    )`);
  return sql`row(${sql.join(values)})::text`;
}

/** Read again for each comparison: a newer version may have added columns while this process runs. */
export async function comparedIn(tx: Tx): Promise<Compared> {
  const keys = await sql<{ table: string; to: string; column: string }>`
    select conrelid::regclass::text as table, confrelid::regclass::text as to, attname::text as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and cardinality(conkey) = 1 and connamespace = 'public'::regnamespace
    order by attnum desc
  `.execute(tx);
  const columns = await sql<{ table: keyof Tables; columns: string[] }>`
    select relname as table, array_agg(attname::text order by attname) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped
    group by relname order by relname
  `.execute(tx);
  const moved = columns.rows.filter(({ table }) => DATA_REGISTER[table]?.move.startsWith('with-'));
  return {
    references: new Map(keys.rows.map(({ table, to, column }) => [`${table} ${to}`, column])),
    columns: new Map(columns.rows.map((row) => [row.table, row.columns])),
    shape: createHash('sha256')
      .update(JSON.stringify([FORM, LOCAL_COLUMNS, moved]))
      .digest('hex'),
  };
}
