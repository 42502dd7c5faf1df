import { type Kysely, sql } from 'kysely';

/**
 * Recovery codes are hashed with a random key that moves to another region with them. Codes from before have none: they
 * are hashed with the deployment's secret.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table recovery_code add column key bytea`.execute(db);
}
