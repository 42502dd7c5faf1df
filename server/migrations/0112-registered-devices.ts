import { type Kysely, sql } from 'kysely';

/**
 * Sorts of the list of registrations, which would otherwise read all devices without a customer before the first one.
 */
const KEYS = {
  serial: 'serial_key collate "C"',
  prod_date: 'prod_date',
  model: 'model',
  state: 'state',
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, key] of Object.entries(KEYS))
    await sql`
      create index ${sql.id(`device_registered_by_${name}`)} on device (${sql.raw(key)}, id)
      where removed_at is null and customer_id is not null
    `.execute(db);
}
