import { type Kysely, sql } from 'kysely';

/** Text by which staff search for people; '' for a deleted account. */
const textOf = (row: string) =>
  `case when ${row}.deleted_at is null
    then ${row}.search_name || ${row}.search_institution || ' ' || ${row}.email_key else '' end`;

/** The lists of staff whose rows have two people, and the columns of these. */
const LISTS = [
  { flag: 'in_cases', table: 'case_tally', columns: ['author_id', 'recipient_id'], events: ['insert'] },
  {
    flag: 'in_connections',
    table: 'connection',
    columns: ['owner_id', 'user_id'],
    // An invited address gets its account later.
    events: ['insert', 'update'],
  },
] as const;

/**
 * The people who have ever had a case or a connection, with their searched text. A word that matches thousands of
 * people without any finds no row here, instead of probing each of them. A row is written once per person and not
 * removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    create table listed_person (
      user_id bigint primary key references app_user on delete cascade,
      search text not null,
      in_cases boolean not null default false,
      in_connections boolean not null default false
    )
  `);
  const parts = LISTS.flatMap(({ flag, table, columns }) =>
    columns.map(
      (column) =>
        `select ${column} as id, ${LISTS.map((list) => list.flag === flag).join(', ')} from ${table} where ${column} is not null`,
    ),
  );
  await run(`
    insert into listed_person (user_id, search, in_cases, in_connections)
    select person.id, ${textOf('person')}, bool_or(cases), bool_or(connections)
    from (${parts.join(' union all ')}) as part (id, cases, connections) join app_user as person using (id)
    group by person.id
  `);
  for (const { flag } of LISTS)
    await run(`
      create index listed_person_${flag} on listed_person using gin (search gin_trgm_ops)
      with (fastupdate = off) where ${flag}
    `);
  await run('analyze listed_person');

  for (const { flag, table, columns, events } of LISTS) {
    const [one, other] = columns;
    // People are locked so that a concurrent new name and first row do not miss each other, in order of their ids, so
    // that transactions cannot deadlock. People who are already listed are neither locked nor written.
    await run(`
      create function list_people_of_${table}() returns trigger language plpgsql as $$
      begin
        insert into listed_person (user_id, search, ${flag})
        select person.id, ${textOf('person')}, true from app_user as person
        where person.id in (select ${one} from after_rows union select ${other} from after_rows)
          and not exists (select from listed_person as known where known.user_id = person.id and known.${flag})
        order by person.id for share of person
        on conflict (user_id) do update set ${flag} = true;
        return null;
      end $$
    `);
    for (const event of events)
      await run(`
        create trigger ${table}_people_${event} after ${event} on ${table} referencing new table as after_rows
        for each statement execute function list_people_of_${table}()
      `);
  }
  const searched = (row: string) =>
    `(${row}.search_name, ${row}.search_institution, ${row}.email_key, ${row}.deleted_at is null)`;
  await run(`
    create function rename_listed_person() returns trigger language plpgsql as $$
    begin
      update listed_person set search = ${textOf('new')} where user_id = new.id;
      return null;
    end $$
  `);
  await run(`
    create trigger app_user_listed after update on app_user for each row
    when (${searched('old')} is distinct from ${searched('new')}) execute function rename_listed_person()
  `);

  // People of a country with all columns by which they can be filtered: few matches are found, and many are walked to,
  // in the index alone.
  await run('drop index app_user_by_country');
  await run(`
    create index app_user_by_country on app_user (country, id) include (role, region, activated_at)
    where deleted_at is null
  `);
  await run(`
    create index app_user_place on app_user (country, role, region, (activated_at is not null), id) include (activated_at)
    where deleted_at is null
  `);
}
