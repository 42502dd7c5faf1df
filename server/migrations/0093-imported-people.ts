import { type Kysely, sql } from 'kysely';

/** People in an import: rows without an account, to which cases and comments can refer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table app_user
      drop constraint app_user_presence_check,
      add constraint app_user_presence_check check (presence in ('home', 'guest', 'moved', 'named')),
      add column imported_for bigint references app_user
  `.execute(db);
  await sql`
    create index app_user_imported_for on app_user (imported_for) where imported_for is not null
  `.execute(db);
}
