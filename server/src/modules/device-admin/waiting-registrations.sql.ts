import type { WaitingRegistration } from '@cusp/contract/staff-registrations';
import type { USER_REGISTRATION_SORTS } from '@cusp/contract/staff-registrations.routes';
import { udiSearch } from '@cusp/dental/udi/read-udi';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { LongList } from '../staff-lists/long-list.sql.ts';

/** As the indexes of waiting registrations have them. */
const SORTS: Record<(typeof USER_REGISTRATION_SORTS)[number], RawBuilder<unknown>> = {
  asked: sql`created_at`,
  mailed: sql`mailed_at`,
  udi: sql`listed_udi collate "C"`,
  name: sql`fold(name)`,
  email: sql`lower(email)`,
  country: sql`country`,
};

/** Registrations that wait for the link of their mail, of devices that were not removed. */
const LISTED = sql<boolean>`listed_search is not null`;

export const waitingList = (db: DbOrTx): LongList => ({
  table: sql`device_registration`,
  where: [LISTED],
  searched: sql`listed_search`,
  readSearch: udiSearch,
  sorts: SORTS,
  // They are few enough to be counted, because housekeeping removes them after 14 days.
  async count() {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from device_registration where ${LISTED}
    `.execute(db);
    return rows[0]?.count ?? 0;
  },
});

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
