import { fullName as nameInFull } from '@cusp/text/names';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { found } from '../../platform/http/refusal.ts';

const COLUMNS = [
  'id',
  'email',
  'email_key',
  'role',
  'region',
  'presence',
  'language',
  'brand',
  'first_name',
  'last_name',
  'institution',
  'activated_at',
  'deleted_at',
] as const;

/** Locks the acting person, so that changes to connections, invitations and groups are serialised. */
export async function lockPerson(tx: Tx, userId: number) {
  return found(
    await tx
      .selectFrom('app_user')
      .select(COLUMNS)
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );
}

export type Party = Awaited<ReturnType<typeof lockPerson>>;

/**
 * Locks the acting person and the other side in a fixed order, which avoids deadlocks: two people become partners
 * only while neither joins a group.
 */
export async function lockWith(tx: Tx, userId: number, otherId: number | null): Promise<Party> {
  const ids = otherId === null ? [userId] : [userId, otherId];
  await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return lockPerson(tx, userId);
}

/** A person's current row, even if deleted. */
export async function personById(db: DbOrTx, userId: number): Promise<Party> {
  return found(await db.selectFrom('app_user').select(COLUMNS).where('id', '=', userId).executeTakeFirst());
}

/** The person with this address; null if there is no account. */
export async function personByEmailKey(db: DbOrTx, key: string): Promise<Party | null> {
  const person = await db
    .selectFrom('app_user')
    .select(COLUMNS)
    .where('email_key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return person ?? null;
}

/** Whether a person's account is in another region than the reader's, whose cases they may share as a guest. */
export const livesElsewhere = (person: Party, reader: Party): boolean =>
  person.presence !== 'home' || person.region !== reader.region;

/** An inactive account has not verified its address, so it is linked on activation. */
export const linkable = (person: Party | null): number | null => (person?.activated_at ? person.id : null);

export const fullName = (person: { first_name: string; last_name: string }): string =>
  nameInFull(person.first_name, person.last_name);
