import { type Kysely, sql } from 'kysely';

/** Guests' sessions refer to the home session from which they began, so that both end together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table arrival_code add column home_session uuid');
  await run(`
    alter table session
      add column visited_at timestamptz,
      add column home_session uuid,
      add column home_checked_at timestamptz
  `);
  await run('create index session_by_home on session (home_session) where home_session is not null');
}
