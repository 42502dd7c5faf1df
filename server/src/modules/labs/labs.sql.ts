import { sql } from 'kysely';
import type { Db, DbOrTx } from '../../platform/db/database.ts';
import type { Region } from '../../platform/region/region.ts';

/** Listed labs: active, with an account in the reader's region. */
const listed = (db: DbOrTx, region: Region) =>
  db
    .selectFrom('lab')
    .innerJoin('app_user', 'app_user.id', 'lab.user_id')
    .where('lab.is_active', '=', true)
    .where('app_user.activated_at', 'is not', null)
    .where('app_user.deleted_at', 'is', null)
    .where('app_user.presence', '=', 'home')
    .where('app_user.region', '=', region);

export async function listLabs(db: Db, userId: number) {
  const reader = await db
    .selectFrom('app_user')
    .select(['region', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const labs = await listed(db, reader.region)
    .selectAll('lab')
    .select('app_user.email as account_email')
    .where('lab.user_id', '!=', userId)
    .orderBy(sql`fold(lab.company_name)`)
    .orderBy('lab.id')
    .execute();
  return { labs, language: reader.language };
}

export type ListedLab = Awaited<ReturnType<typeof listLabs>>['labs'][number];

/** The company name and address of a listed lab. */
export async function labForRequest(db: DbOrTx, region: Region, labId: number) {
  return listed(db, region)
    .select(['lab.company_name', 'app_user.email'])
    .where('lab.id', '=', labId)
    .executeTakeFirst();
}

export async function logoKeyOf(db: Db, userId: number, labId: number): Promise<string | null> {
  const reader = await db
    .selectFrom('app_user')
    .select('region')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const lab = await listed(db, reader.region)
    .select('lab.logo_key')
    .where('lab.id', '=', labId)
    .executeTakeFirst();
  return lab?.logo_key ?? null;
}
