import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { areSame } from '../devices/same-device.sql.ts';
import { peopleOf } from './moved-rows.ts';

/** Removed devices, with the device in use that is the same; the one with the same UDI if there are two. */
const TWINS = sql`
  select copy.id as copy, known.id as known from device as copy cross join lateral (
    select known.id from device as known
    where known.removed_at is null and known.id <> copy.id and ${areSame('known', 'copy')}
    order by known.udi_key = copy.udi_key desc, known.id limit 1
  ) as known
  where copy.removed_at is not null`;

/**
 * A scanner that was registered in both regions is stored twice, the copied row as removed. Refers to the existing one
 * instead, except in registrations of a scanner that another person has confirmed here.
 */
export async function mergeDevices(tx: Tx, circle: readonly number[]): Promise<void> {
  const people = peopleOf(circle);
  await sql`
    update dental_case set device_id = twin.known from (${TWINS}) as twin
    where device_id = twin.copy and author_id = ${people}
  `.execute(tx);
  await sql`
    update app_user set last_device_id = twin.known from (${TWINS}) as twin
    where last_device_id = twin.copy and app_user.id = ${people}
  `.execute(tx);
  // Reinserted with the same id, to which their mails refer, so that triggers update the device's customer and end a
  // lock.
  await sql`
    with twin as (
      select distinct on (twin.known) item.id, twin.known
      from device_registration as item join (${TWINS}) as twin on twin.copy = item.device_id
      where item.user_id = ${people} and not exists (
        select from device_registration as other where other.device_id = twin.known
          and (other.confirmed_at is not null or other.user_id = item.user_id)
      )
      order by twin.known, item.confirmed_at, item.id
    ), taken as (
      delete from device_registration as item using twin where item.id = twin.id returning item.*, twin.known
    )
    insert into device_registration
    select (jsonb_populate_record(
      null::device_registration, to_jsonb(taken) || jsonb_build_object('device_id', known)
    )).*
    from taken
  `.execute(tx);
}
