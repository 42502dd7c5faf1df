import { type Kysely, sql } from 'kysely';

/** The orders in which staff search users most: newest first, of all users and of one country. */
const KEYS = { created: 'created_at', country: 'country' };

/**
 * Indexes that contain the searched text of users, so that a word of some thousands among a million is found by reading
 * along the list without reading users that lack it. Building them takes some seconds for a million users, during which
 * sign-ins wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, key] of Object.entries(KEYS))
    await sql`
      create index ${sql.id(`app_user_searched_by_${name}`)} on app_user (${sql.raw(key)}, id)
      include (search_name, search_institution, email_key)
      where deleted_at is null and presence = 'home'
    `.execute(db);
}
