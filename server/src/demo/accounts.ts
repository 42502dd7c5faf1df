import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { emailOf, PEOPLE } from './people.ts';

/** Addresses of the demo practice that can sign in here, sorted; none before the first migration. */
export async function demoAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    found: string | null;
  }>`select to_regclass('public.app_user')::text as found`.execute(db);
  if (!rows[0]?.found) return [];
  const people = await db
    .selectFrom('app_user')
    .select('email')
    .where(
      'email_key',
      'in',
      PEOPLE.map(({ key }) => emailOf(key)),
    )
    .orderBy('email')
    .execute();
  return people.map(({ email }) => email);
}
