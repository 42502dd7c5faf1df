import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

interface Column {
  name: string;
  type: string;
  /** The table that it refers to, and the values that a check allows. */
  to: keyof Tables | null;
  allowed: string[];
}

/** Ids of rows by table, for foreign keys. */
type Known = Partial<Record<keyof Tables, number>>;

/** Columns of the row's owner; every other column that refers to people gets another person. */
const OWNERS = ['author_id', 'owner_id', 'user_id', 'subject_id'];
/** Values that let a row move, or that go with a value in every other column. */
const WANTED = ['ACCD', 'applied', 'infected'];

/**
 * Inserts a row with a value in every column, made from the types, checks and foreign keys of the schema; its id.
 * `people`: the owner of the row first, then people for the other columns that refer to people.
 */
export async function insertFilled(
  db: Db,
  table: keyof Tables,
  { known, people }: { known: Known; people: readonly number[] },
): Promise<number> {
  const columns = await columnsOf(db, table);
  const [owner, ...others] = people;
  let other = 0;
  const values = columns.map(({ name, type, to, allowed }): RawBuilder<unknown> => {
    if (to === 'app_user' || name === 'actor_id' || name === 'acting_for') {
      if (OWNERS.includes(name) || name === 'actor_id') return sql`${owner}`;
      other += 1;
      return sql`${others[other % others.length]}`;
    }
    if (name === 'text_hash') return sql`'hash é한'`;
    if (to) return sql`${known[to]}`;
    if (name === 'user_id') return sql`${owner}`;
    // Logs, and keys of two columns.
    if (name === 'case_id') return sql`${known.dental_case}`;
    if (name === 'device_id') return sql`${known.device}`;
    const value = allowed.find((each) => WANTED.includes(each)) ?? allowed.at(-1);
    return value === undefined ? filledValue(type, `${table} ${name}`) : sql`${value}`;
  });
  const named = columns.map(({ name }) => sql.ref(name));
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} as item (${sql.join(named)}) values (${sql.join(values)})
    returning (to_jsonb(item)->>'id')::bigint as id
  `.execute(db);
  return rows[0]?.id ?? 0;
}

function filledValue(type: string, text: string): RawBuilder<unknown> {
  if (type === 'text')
    return sql`${text.endsWith('_key') ? `keys/${text.replace(' ', '-')}` : `${text} é한`}`;
  if (type === 'boolean') return sql`true`;
  if (type === 'uuid') return sql`gen_random_uuid()`;
  if (type === 'bytea') return sql`decode(md5(${text}), 'hex')`;
  if (type === 'jsonb' || type === 'json') return sql`${JSON.stringify({ [text]: [1, 'two', null] })}::jsonb`;
  if (type === 'date') return sql`date '1984-02-29'`;
  // Microseconds, which a JavaScript Date would lose.
  if (type.startsWith('timestamp')) return sql`timestamptz '2026-03-29 01:30:00.123456+00'`;
  if (type === 'bigint[]') return sql`array[7, 9007199254740991]::bigint[]`;
  if (type === 'text[]') return sql`array[${text}, '']`;
  if (type.endsWith('[]')) return sql`array[11, 21]`;
  return sql`7`;
}

/** Columns that can be inserted, without the id. */
async function columnsOf(db: Db, table: keyof Tables): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname::text as name, format_type(atttypid, null) as type,
      (select confrelid::regclass::text from pg_constraint
        where contype = 'f' and conrelid = attrelid and conkey = array[attnum]) as "to",
      coalesce((select array_agg(hit[1]) from pg_constraint,
        regexp_matches(pg_get_constraintdef(pg_constraint.oid), '''([^'']+)''::text', 'g') as hit
        where contype = 'c' and conrelid = attrelid and conkey = array[attnum]), '{}') as allowed
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'
    order by attnum
  `.execute(db);
  return rows;
}
