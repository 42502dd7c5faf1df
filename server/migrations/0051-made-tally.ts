import { type Kysely, sql } from 'kysely';

/** The rows of a statement on `case_made` that are counted, by operation. */
const COUNTED = {
  insert: ['after_rows, 1'],
  delete: ['before_rows, -1'],
  update: ['after_rows, 1', 'before_rows, -1'],
};
const TRANSITIONS = {
  insert: 'new table as after_rows',
  delete: 'old table as before_rows',
  update: 'old table as before_rows new table as after_rows',
};

/**
 * Number of cases of each pair of people in each status with a type of restoration, a material, or both. Null matches
 * any: a case with a crown of zirconia and one of gold is one case with crowns. Triggers on `case_made` maintain the
 * counts, so every statement has to change all rows of a case or none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table case_made add column status text`.execute(db);
  await sql`
    update case_made set status = dental_case.status from dental_case where dental_case.id = case_made.case_id
  `.execute(db);
  await sql`alter table case_made alter column status set not null`.execute(db);

  await sql`
    create table made_tally (
      author_id bigint not null,
      recipient_id bigint not null,
      status text not null,
      type text,
      material text,
      count integer not null,
      check (type is not null or material is not null)
    )
  `.execute(db);
  await sql`
    insert into made_tally (author_id, recipient_id, status, type, material, count)
    select author_id, recipient_id, status, type, material, count(distinct case_id) from case_made
    group by author_id, recipient_id, status, grouping sets ((type, material), (type), (material))
  `.execute(db);
  await sql`
    create unique index made_tally_author_id on made_tally (author_id, type, material, recipient_id, status)
    nulls not distinct
  `.execute(db);
  await sql`
    create index made_tally_recipient_id on made_tally (recipient_id, type, material, author_id, status)
  `.execute(db);

  // An edit removes restorations in one statement and adds others in the next. Sorting the rows would not prevent a
  // deadlock of two such edits, so the first statement locks the pair.
  for (const [operation, counted] of Object.entries(COUNTED)) {
    const rows = counted
      .map((each) => each.split(', '))
      .map(
        ([table, n]) =>
          `select case_id, author_id, recipient_id, status, type, material, ${n} as n from ${table}`,
      )
      .join(' union all ');
    const per = 'case_id, author_id, recipient_id, status';
    await sql
      .raw(`
        create function tally_made_${operation}() returns trigger language plpgsql as $$
        begin
          perform pg_advisory_xact_lock(key) from (
            select distinct hashtextextended('made ' || author_id || ' ' || recipient_id, 0) as key
            from (${rows}) as counted order by key
          ) as pair;
          insert into made_tally as tally (author_id, recipient_id, status, type, material, count)
          select author_id, recipient_id, status, type, material, sum(n) from (
            with counted as (${rows})
            select ${per}, type, material, n from counted
            union all select distinct ${per}, type, null, n from counted
            union all select distinct ${per}, null, material, n from counted
          ) as change
          group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5
          on conflict (author_id, type, material, recipient_id, status)
            do update set count = tally.count + excluded.count;
          return null;
        end $$
      `)
      .execute(db);
    await sql
      .raw(
        `create trigger made_tally_${operation} after ${operation} on case_made
         referencing ${TRANSITIONS[operation as keyof typeof TRANSITIONS]}
         for each statement execute function tally_made_${operation}()`,
      )
      .execute(db);
  }

  await sql`
    create or replace function made_of(ids bigint[]) returns void language sql as $$
      delete from case_made where case_id = any(ids);
      insert into case_made (case_id, author_id, recipient_id, status, type, material)
      select distinct sent.id, sent.author_id, sent.recipient_id, sent.status, restoration.type, restoration.material
      from dental_case as sent join restoration on restoration.case_id = sent.id
      where sent.id = any(ids) and sent.published_at is not null and sent.deleted_at is null
    $$
  `.execute(db);
  await sql`
    create or replace function made_in_cases() returns trigger language plpgsql as $$
    declare ids bigint[];
    begin
      ids := array(
        select after.id from after_rows as after join before_rows as before on before.id = after.id
        where (before.published_at is null, before.deleted_at is null, before.author_id, before.recipient_id)
          is distinct from (after.published_at is null, after.deleted_at is null, after.author_id, after.recipient_id)
      );
      if cardinality(ids) > 0 then perform made_of(ids); end if;
      ids := array(
        select after.id from after_rows as after join before_rows as before on before.id = after.id
        where before.status <> after.status
      );
      if cardinality(ids) > 0 then
        update case_made set status = dental_case.status from dental_case
        where dental_case.id = any(ids) and case_made.case_id = dental_case.id
          and case_made.status <> dental_case.status;
      end if;
      return null;
    end $$
  `.execute(db);
}
