import { type Kysely, sql } from 'kysely';

/** Comments have an author too, so the author of their case has to be named with its table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function refuse_moving_case_comment() returns trigger language plpgsql as $$
    begin
      if exists (select from moving_person where is_frozen)
        and coalesce(current_setting('cusp.moves', true), '') <> 'on'
        and exists (
          select from moving_person where is_frozen and user_id in (
            select dental_case.author_id from changed as row join dental_case on dental_case.id = row.case_id
          )
        )
      then
        raise exception 'the data is being moved to another region' using errcode = 'CU423';
      end if;
      return null;
    end $$
  `.execute(db);
}
