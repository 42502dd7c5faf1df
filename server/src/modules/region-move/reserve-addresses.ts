import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { digestOf } from '../region-look-up/address-look-up.ts';
import { accountsOf } from './moved-rows.ts';

/** A person who lives here has the address of one who moves. */
export class AddressTaken extends Error {}

/** How long an address stays reserved if the other region stays silent. */
const CLAIM = sql`interval '100 years'`;

const keysOf = async (tx: Tx, circle: readonly number[], moveId: string): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select account->>'email_key' as key from (${accountsOf(circle, moveId)}) as moving
  `.execute(tx);
  return rows.map(({ key }) => key);
};

/**
 * Keeps the addresses of people from being signed up with while their accounts are in neither region. Reserving again
 * changes nothing.
 * @throws AddressTaken if an account of this region has one of them.
 */
export async function reserveAddresses(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  moveId: string,
  circle: readonly number[],
): Promise<void> {
  if (!config.peer) return;
  const keys = await keysOf(tx, circle, moveId);
  const taken = await tx
    .selectFrom('app_user')
    .select('id')
    .where('email_key', 'in', keys)
    .where('id', 'not in', [...circle])
    .executeTakeFirst();
  if (taken) throw new AddressTaken();
  await releaseAddresses(tx, { config }, keys);
  for (const key of keys)
    await sql`
      insert into address_claim (id, digest, until)
      values (gen_random_uuid(), ${digestOf(config.peer.lookUpKey, key)}, now() + ${CLAIM})
    `.execute(tx);
}

/** Releases reserved addresses. */
export async function releaseAddresses(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of config.peer ? keys : [])
    await sql`
      delete from address_claim
      where digest = ${digestOf(config.peer?.lookUpKey ?? Buffer.alloc(0), key)} and until > now() + interval '1 year'
    `.execute(tx);
}

/** The addresses of a move, from the accounts set aside. */
export async function movedAddresses(tx: Tx, moveId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('moved_account')
    .select(sql<string>`account->>'email_key'`.as('key'))
    .where('move_id', '=', moveId)
    .execute();
  return rows.map(({ key }) => key);
}
