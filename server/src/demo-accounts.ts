import { sql } from 'kysely';
import { DEMO_DOMAIN } from './modules/identity/second-steps.sql.ts';
import type { Db } from './platform/db/database.ts';

/** Keys of the people of the demo practice; `demo/people.ts` has their details. A safe start needs only the keys. */
const DEMO_KEYS = [
  'anna.berg',
  'paul.weiss',
  'emily.carter',
  'lena.hoff',
  'marco.rossi',
  'minjun.kim',
  'sofia.marques',
  'oskar.nowak',
  'claire.martin',
  'dana.device',
  'sam.sales',
  'stella.staff',
  'victor.viewer',
  'rita.rental',
] as const;

export type DemoKey = (typeof DEMO_KEYS)[number];

export const emailOf = (key: DemoKey): string => key + DEMO_DOMAIN;

/** Addresses of the demo practice that can sign in here, sorted; empty before the first migration. */
export async function demoAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    found: string | null;
  }>`select to_regclass('public.app_user')::text as found`.execute(db);
  if (!rows[0]?.found) return [];
  const people = await db
    .selectFrom('app_user')
    .select('email')
    .where('email_key', 'in', DEMO_KEYS.map(emailOf))
    .orderBy('email')
    .execute();
  return people.map(({ email }) => email);
}
