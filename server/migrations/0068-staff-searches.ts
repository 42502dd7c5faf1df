import { type Kysely, sql } from 'kysely';

/** Searched text of each list. */
const SEARCHED = {
  ticket: `title || ' ' || recipient`,
  lab: `company_name || ' ' || name || ' ' || email || ' ' || contact_name`,
  partner_feature: `translate(udi || ' ' || udi_key, '()', '')`,
} as const;

/**
 * Searches of staff. The searched text of a list becomes a column, because PostgreSQL rechecks each row that a trigram
 * index finds, and folding a text takes longer than the rest of the search. Only staff fill these tables, and all of
 * them are still small. Waiting registrations are rows of a large table, so their customers' texts get an index and no
 * column.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  for (const [table, text] of Object.entries(SEARCHED)) {
    await run(`drop index if exists ${table}_search`);
    await run(
      `alter table ${table} add column search text generated always as (search_text(${text})) stored`,
    );
    await run(`
      create index ${table}_search on ${table} using gin (search gin_trgm_ops) with (fastupdate = off)
    `);
  }
  // Without it, PostgreSQL assumes that every word is rare and reads the whole index of a common one.
  await run(`
    create statistics app_user_searched on (search_name || search_institution || ' ' || email_key) from app_user
  `);
  await run('analyze app_user');
  await run(`
    create index device_registration_waiting on device_registration
    using gin (search_text(name || ' ' || email || ' ' || phone || ' ' || country) gin_trgm_ops)
    with (fastupdate = off) where confirmed_at is null
  `);
}
