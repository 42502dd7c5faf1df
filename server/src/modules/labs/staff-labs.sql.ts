import type { STAFF_LAB_SORTS } from '@cusp/contract/staff-labs.routes';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { LabTable } from '../../platform/db/tables/partners.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { LongList } from '../staff-lists/long-list.sql.ts';

/** A lab as staff see it; `version` is a digest of the row. */
const labs = (db: DbOrTx) =>
  db
    .selectFrom('lab')
    .leftJoin('app_user', (join) =>
      join
        .onRef('app_user.id', '=', 'lab.user_id')
        .on('app_user.deleted_at', 'is', null)
        .on('app_user.activated_at', 'is not', null),
    )
    .selectAll('lab')
    .select([
      sql<boolean>`app_user.id is not null`.as('has_account'),
      sql<string>`md5(lab::text)`.as('version'),
    ]);

export type StaffLabRow = Selectable<LabTable> & { has_account: boolean; version: string };

const SORTS: Record<(typeof STAFF_LAB_SORTS)[number], RawBuilder<unknown>> = {
  company_name: sql`fold(company_name)`,
  name: sql`fold(name)`,
  email: sql`email`,
  contact_name: sql`fold(contact_name)`,
  country: sql`country`,
  state: sql`is_active`,
};

/** All labs. Staff type each one in, so there are few: the list needs no tally, and an index only for its search. */
export const labList = (db: DbOrTx): LongList => ({
  table: sql`lab`,
  where: [sql<boolean>`true`],
  searched: sql`search`,
  sorts: SORTS,
  async count() {
    const { total } = await db
      .selectFrom('lab')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return total;
  },
});

/** Labs with these ids, in no order. */
export async function staffLabsOf(db: DbOrTx, ids: readonly number[]): Promise<StaffLabRow[]> {
  return ids.length === 0 ? [] : await labs(db).where('lab.id', 'in', ids).execute();
}

export const staffLabById = (db: DbOrTx, id: number): Promise<StaffLabRow | undefined> =>
  labs(db).where('lab.id', '=', id).executeTakeFirst();

/** The account that clinics connect to by a lab's address. */
export async function accountOf(tx: Tx, email: string): Promise<number | null> {
  const account = await tx
    .selectFrom('app_user')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return account?.id ?? null;
}
