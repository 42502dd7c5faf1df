import { type Kysely, sql } from 'kysely';

/** A social sign-in of a person whose account is in the other region ends with that region's code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table social_flow add column region_challenge text, add column region_code text`.execute(
    db,
  );
}
