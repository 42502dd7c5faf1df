import { type Kysely, sql } from 'kysely';

/** The place on a scan that a comment is about; its number stays with the comment when the pin is removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table case_comment
      add column pin jsonb,
      add column pin_file_id bigint references case_file,
      add column pin_no integer,
      add constraint case_comment_pin check (
        (pin is null) = (pin_file_id is null) and (pin is null or pin_no is not null)
      )
  `.execute(db);
  await sql`
    create unique index case_comment_pin_no on case_comment (case_id, pin_no) where pin_no is not null
  `.execute(db);
}
