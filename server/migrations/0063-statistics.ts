import { type Kysely, sql } from 'kysely';

/** Numbers of finished days for the dashboard of staff, and indexes that find the rows of a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    create table stat_day (
      day date not null,
      kind text not null,
      key text not null default '',
      count bigint not null,
      primary key (day, kind, key)
    )
  `);
  await run(`create index audit_log_at on audit_log using brin (at)`);
  await run(`create index case_file_created on case_file using brin (created_at)`);
  await run(
    `create index device_registration_confirmed on device_registration (confirmed_at) where confirmed_at is not null`,
  );
}
