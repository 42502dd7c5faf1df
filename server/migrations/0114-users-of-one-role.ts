import { type Kysely, sql } from 'kysely';

/**
 * Sorts of the staff list of users within one role: without them, users of a rare role are found only after all others.
 */
const KEYS = {
  name: "fold(first_name || ' ' || last_name)",
  email: 'email_key collate "C"',
  institution: 'fold(institution)',
  country: 'country',
  created: 'created_at',
  sign_in: "coalesce(last_sign_in_at, '-infinity')",
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, key] of Object.entries(KEYS))
    await sql`
      create index ${sql.id(`app_user_role_by_${name}`)} on app_user (role, ${sql.raw(key)}, id)
      where deleted_at is null and presence = 'home'
    `.execute(db);
}
