import { sql } from 'kysely';
import { DEMO_DOMAINS } from './modules/identity/second-steps.sql.ts';
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

/** Keys of the people in the demo of a second region, because an address may exist in one region only. */
const EU_KEYS = [
  'katrin.vogel',
  'jonas.vogel',
  'camille.durand',
  'heike.brandt',
  'luca.ferri',
  'dora.device',
  'silvio.sales',
  'sven.staff',
  'vera.viewer',
  'remy.rental',
] as const;

export type DemoKey = (typeof DEMO_KEYS)[number] | (typeof EU_KEYS)[number];

const EMAILS: ReadonlyMap<string, string> = new Map([
  ...DEMO_KEYS.map((key) => [key, key + DEMO_DOMAINS[0]] as const),
  ...EU_KEYS.map((key) => [key, key + DEMO_DOMAINS[1]] as const),
]);

export const emailOf = (key: DemoKey): string => EMAILS.get(key) ?? '';

/** Addresses of the demo practices that can sign in here, sorted; empty before the first migration. */
export async function demoAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    found: string | null;
  }>`select to_regclass('public.app_user')::text as found`.execute(db);
  if (!rows[0]?.found) return [];
  const people = await db
    .selectFrom('app_user')
    .select('email')
    .where('email_key', 'in', [...EMAILS.values()])
    .orderBy('email')
    .execute();
  return people.map(({ email }) => email);
}
