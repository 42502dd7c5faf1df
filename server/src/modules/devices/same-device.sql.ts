import { serialKey, type Udi } from '@cusp/dental/udi/read-udi';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Identity of a device: a manufacturer gives a serial number once to each GTIN, so labels that share both are the same
 * device whatever date or lot they also state. Without either, it is the whole UDI.
 */
export const deviceKey = ({ gtin, key }: Udi, serial: string): string =>
  gtin && serial ? `${gtin}21${serial}` : key;

/** The identifying serial number of a device: as typed, or that of the label. */
export const serialOf = (udi: Udi, typed: string): string => serialKey(typed || (udi.serial ?? ''));

/** The same of the stored columns; null without a GTIN or serial number. */
export function storedKey(table: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<string | null>`(case when ${column('udi_kind')} = 'gs1' and ${column('serial_key')} <> ''
    then left(${column('udi_key')}, 16) || '21' || ${column('serial_key')} end)`;
}

/** Whether a row of `device` is the device with this UDI and serial number, as its indexes allow it. */
export const isDevice = (udi: Udi, serial: string): RawBuilder<boolean> =>
  udi.gtin && serial
    ? sql<boolean>`(udi_key = ${udi.key}
        or (serial_key = ${serial} and ${storedKey('device')} = ${deviceKey(udi, serial)}))`
    : sql<boolean>`udi_key = ${udi.key}`;

/** Whether two rows with the columns of `device` are the same device. */
export function areSame(one: string, other: string): RawBuilder<boolean> {
  const column = (table: string, name: string) => sql.ref(`${table}.${name}`);
  return sql<boolean>`(${column(one, 'udi_key')} = ${column(other, 'udi_key')}
    or (${column(one, 'serial_key')} = nullif(${column(other, 'serial_key')}, '')
      and ${storedKey(one)} = ${storedKey(other)}))`;
}

/** Serialises registrations of devices, because no index detects that two UDIs are one device. */
export const awaitRegisterTurn = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('device-register'))`.execute(tx);
