import { type Kysely, sql } from 'kysely';

/**
 * Types and materials of the restorations in sent cases, with both parties: one row for each type and material of a
 * case. The list's filters by restoration and material, and the options of the filter dialog, are read from its
 * indexes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table case_made (
      case_id bigint not null references dental_case on delete cascade,
      author_id bigint not null,
      recipient_id bigint not null,
      type text not null,
      material text not null,
      primary key (case_id, type, material)
    )
  `.execute(db);
  await sql`
    insert into case_made (case_id, author_id, recipient_id, type, material)
    select distinct sent.id, sent.author_id, sent.recipient_id, restoration.type, restoration.material
    from dental_case as sent join restoration on restoration.case_id = sent.id
    where sent.published_at is not null and sent.deleted_at is null
  `.execute(db);
  for (const [side, other] of [
    ['author_id', 'recipient_id'],
    ['recipient_id', 'author_id'],
  ]) {
    await sql
      .raw(
        `create index case_made_${side} on case_made (${side}, type, material, case_id) include (${other})`,
      )
      .execute(db);
  }
  await sql`drop index restoration_case`.execute(db);

  // Triggers maintain the rows for every writer: sending, editing, deleting and undoing a deletion.
  await sql`
    create function made_of(ids bigint[]) returns void language sql as $$
      delete from case_made where case_id = any(ids);
      insert into case_made (case_id, author_id, recipient_id, type, material)
      select distinct sent.id, sent.author_id, sent.recipient_id, restoration.type, restoration.material
      from dental_case as sent join restoration on restoration.case_id = sent.id
      where sent.id = any(ids) and sent.published_at is not null and sent.deleted_at is null
    $$
  `.execute(db);
  await sql`
    create function made_in_cases() returns trigger language plpgsql as $$
    declare ids bigint[];
    begin
      ids := array(
        select after.id from after_rows as after join before_rows as before on before.id = after.id
        where (before.published_at is null, before.deleted_at is null, before.author_id, before.recipient_id)
          is distinct from (after.published_at is null, after.deleted_at is null, after.author_id, after.recipient_id)
      );
      if cardinality(ids) > 0 then perform made_of(ids); end if;
      return null;
    end $$
  `.execute(db);
  await sql`
    create function made_in_restorations() returns trigger language plpgsql as $$
    declare ids bigint[];
    begin
      ids := array(select distinct case_id from changed);
      if cardinality(ids) > 0 then perform made_of(ids); end if;
      return null;
    end $$
  `.execute(db);
  // A case has no restorations yet when it is inserted, and the rows of a removed case are removed with it.
  await sql`
    create trigger case_made_update after update on dental_case
    referencing old table as before_rows new table as after_rows for each statement execute function made_in_cases()
  `.execute(db);
  for (const [operation, rows] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ]) {
    await sql
      .raw(
        `create trigger case_made_restoration_${operation} after ${operation} on restoration
         referencing ${rows} table as changed for each statement execute function made_in_restorations()`,
      )
      .execute(db);
  }
}
