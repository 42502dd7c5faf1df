import { type Kysely, sql } from 'kysely';

/** The orders in which staff search users most: newest first, of everybody and of one country. */
const KEYS = { created: 'created_at', country: 'country' };

/**
 * Indexes that hold what users are searched by, so that a word of some thousands among a million is found by reading along
 * the list without looking at the users that do not have it. They take some seconds for a million, in which sign-ins wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, key] of Object.entries(KEYS))
    await sql`
      create index ${sql.id(`app_user_searched_by_${name}`)} on app_user (${sql.raw(key)}, id)
      include (search_name, search_institution, email_key)
      where deleted_at is null and presence = 'home'
    `.execute(db);
}
