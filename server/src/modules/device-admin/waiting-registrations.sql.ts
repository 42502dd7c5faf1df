import type { WaitingRegistration } from '@cusp/contract/staff-registrations';
import type { USER_REGISTRATION_SORTS } from '@cusp/contract/staff-registrations.routes';
import { udiSearch } from '@cusp/dental/udi/read-udi';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { patternOf } from '../../platform/db/search-pattern.ts';
import { FEW, type LongList } from '../staff-lists/long-list.sql.ts';

const SORTS: Record<(typeof USER_REGISTRATION_SORTS)[number], RawBuilder<unknown>> = {
  asked: sql`created_at`,
  mailed: sql`mailed_at`,
  udi: sql`(select udi_key from device where device.id = waiting.device_id) collate "C"`,
  name: sql`fold(name)`,
  email: sql`lower(email)`,
  country: sql`country`,
};

/** As the index on waiting registrations has it. */
const OF_CUSTOMER = sql`search_text(name || ' ' || email || ' ' || phone || ' ' || country)`;

/** A condition of its own: for a join PostgreSQL starts parallel workers, which takes longer than the query. */
const HAS_DEVICE = sql<boolean>`(select removed_at is null from device where device.id = waiting.device_id)`;

/**
 * Registrations that wait for the link of their mail. They are few, because housekeeping removes them after 14 days: all
 * are read and sorted.
 */
export const waitingList = (db: DbOrTx): LongList => ({
  table: sql`device_registration as waiting`,
  where: [sql<boolean>`confirmed_at is null`, HAS_DEVICE],
  searched: async (words) => ({ where: words.map(isFoundBy), isCommon: false }),
  readSearch: udiSearch,
  sorts: SORTS,
  isNarrowed: true,
  async count() {
    // A page of few rows counts them itself; until then it is enough that they are no more than this.
    const most = await countWaiting(db, sql`true`);
    return most < FEW ? most : countWaiting(db, HAS_DEVICE);
  },
});

async function countWaiting(db: DbOrTx, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from device_registration as waiting where confirmed_at is null and ${where}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Folding a text is slow: only those of devices that have the word somewhere, even in their customer, are folded again. */
function isFoundBy(word: string) {
  const pattern = patternOf(word);
  return sql<boolean>`(
    id in (select id from device_registration where confirmed_at is null and ${OF_CUSTOMER} like ${pattern})
    or exists (
      select from device where device.id = waiting.device_id and search like ${pattern}
        and search_text(udi || ' ' || udi_key || ' ' || serial_no || ' ' || serial_key || ' ' || model) like ${pattern}
    )
  )`;
}

/** Waiting registrations with these ids, in no order. */
export async function waitingOf(db: DbOrTx, ids: readonly number[]): Promise<WaitingRegistration[]> {
  const rows = await db
    .selectFrom('device_registration as reg')
    .innerJoin('device', 'device.id', 'reg.device_id')
    .where('reg.id', 'in', [0, ...ids])
    .where('reg.confirmed_at', 'is', null)
    .select([
      'reg.id',
      'reg.user_id',
      'reg.name',
      'reg.email',
      'reg.phone',
      'reg.country',
      'reg.address',
      'reg.city',
      'reg.state',
      'reg.zip_code',
      'reg.installed_date',
      'reg.created_at',
      'reg.mailed_at',
      'reg.token_expires_at',
      'device.id as device_id',
      'device.udi',
      'device.serial_no',
      'device.model',
      'device.state as device_state',
      'device.customer_id',
    ])
    .execute();
  return rows.map(
    ({
      id,
      created_at,
      mailed_at,
      token_expires_at,
      device_id,
      udi,
      serial_no,
      model,
      device_state,
      customer_id,
      ...customer
    }) => ({
      id,
      device: { id: device_id, udi, serial_no, model, state: stateOf(device_state, customer_id) },
      customer,
      asked_date: created_at.toISOString(),
      mailed_date: mailed_at?.toISOString() ?? null,
      link_until: token_expires_at?.toISOString() ?? null,
    }),
  );
}

function stateOf(state: 'active' | 'blocked', customerId: number | null) {
  if (state === 'blocked') return 'blocked';
  return customerId === null ? 'free' : 'taken';
}
