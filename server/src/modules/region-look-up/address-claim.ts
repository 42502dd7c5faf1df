import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { askAddress, digestOf } from './address-look-up.ts';

/** Time for asking the other region and storing the address. */
const CLAIM_SECONDS = 30;

/** Uses the claim up in the transaction that stores the address. */
type Spend = (tx: Tx) => Promise<void>;

/**
 * Runs a use case that stores a new email address, which must not exist in the other region either. The address is
 * claimed here before the other region is asked, and the other region does the same, so of two racing use cases at
 * least one finds the other's claim. Without another region, or without an address, only runs the use case.
 * @throws Refusal `email_taken` and `address_busy` for the field, `region_unreachable` if the other region does not
 * respond.
 */
export async function withAddressClaim<T>(
  services: Services,
  { emailKey, field }: { emailKey: string | null; field: string },
  run: (spend: Spend) => Promise<T>,
): Promise<T> {
  const { db, config } = services;
  if (!config.peer || emailKey === null) return run(async () => {});
  const id = randomUUID();
  await db
    .insertInto('address_claim')
    .values({
      id,
      digest: digestOf(config.peer.lookUpKey, emailKey),
      until: sql<Date>`now() + make_interval(secs => ${CLAIM_SECONDS})`,
    })
    .execute();
  try {
    const { known, claimed } = await askAddress(services, config.peer, emailKey);
    if (known) throw new Refusal('email_taken', field);
    if (claimed) throw new Refusal('address_busy', field);
    return await run(async (tx) => {
      const spent = await tx
        .deleteFrom('address_claim')
        .where('id', '=', id)
        .where('until', '>', sql<Date>`clock_timestamp()`)
        .returning('id')
        .executeTakeFirst();
      if (!spent) throw new Refusal('address_busy', field);
    });
  } finally {
    await db.deleteFrom('address_claim').where('id', '=', id).execute();
  }
}

/** Removes claims of processes that died before their sign-up ended. */
export async function tidyAddressClaims({ db }: Services): Promise<void> {
  await db
    .deleteFrom('address_claim')
    .where('until', '<', sql<Date>`now() - interval '10 minutes'`)
    .execute();
}
