import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { LabTable } from '../../platform/db/tables/partners.ts';
import { emailKey } from '../../platform/mail/email-key.ts';

/** What staff see of a lab; `version` is a digest of the row. */
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

const PER_PAGE = 20;

/** One page of labs whose company, name or addresses contain a text, and how many there are. */
export async function listStaffLabs(db: DbOrTx, search: string, page: number) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const matches = search
    ? sql<boolean>`fold(lab.company_name || ' ' || lab.name || ' ' || lab.email || ' ' || lab.contact_name) like fold(${pattern})`
    : sql<boolean>`true`;
  const { total } = await db
    .selectFrom('lab')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matches)
    .executeTakeFirstOrThrow();
  const number = Math.min(page, Math.max(1, Math.ceil(Number(total) / PER_PAGE)));
  const rows = await labs(db)
    .where(matches)
    .orderBy(sql`fold(lab.company_name)`)
    .orderBy('lab.id')
    .limit(PER_PAGE)
    .offset((number - 1) * PER_PAGE)
    .execute();
  return { rows, number, total: Number(total), perPage: PER_PAGE };
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

/** Everybody who is signed in as a customer now: nobody else can have the lab picker open. */
export async function customersOnline(tx: Tx, idleMinutes: number): Promise<number[]> {
  const online = await tx
    .selectFrom('session')
    .select('user_id')
    .distinct()
    .where('kind', '=', 'customer')
    .where('ended_at', 'is', null)
    .where('last_used_at', '>', sql<Date>`now() - make_interval(mins => ${idleMinutes + 1})`)
    .execute();
  return online.map(({ user_id }) => user_id);
}
