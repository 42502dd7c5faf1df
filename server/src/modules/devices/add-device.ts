import type { ErrorCode } from '@cusp/contract/errors';
import { fitsLabel, fitsSerial, readUdi, serialKey } from '@cusp/dental/udi/read-udi';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { latestToday } from '../../platform/time/days.ts';
import type { Work } from '../../platform/work.ts';
import { awaitRegisterTurn, isDevice, serialOf } from './same-device.sql.ts';

export interface NewDevice {
  udi: string;
  serialNo: string;
  /** `YYYY-MM-DD`; taken from the UDI if it is null and the UDI has a day. */
  prodDate: string | null;
  model: string;
  rentalManagerId: number | null;
}

/** The refusal for a device that is already registered. */
export const KNOWN: readonly ErrorCode[] = ['device_exists', 'device_exists_without_serial'];

/** Only a GS1 label without a serial number can belong to another device too, whose label then needs one. */
function known({ udi: typed }: NewDevice): Refusal {
  const udi = readUdi(typed);
  const isAlike = typeof udi === 'object' && udi.kind === 'gs1' && udi.serial === null;
  return new Refusal(isAlike ? 'device_exists_without_serial' : 'device_exists', 'udi');
}

/**
 * Factory registration of one device. Refuses one that is known already, however its UDI is written, or a UDI that
 * contradicts itself.
 */
export async function addDevice(work: Work, device: NewDevice): Promise<{ id: number }> {
  const columns = deviceColumns(device);
  await awaitRegisterTurn(work.tx);
  if (await isRegistered(work.tx, device)) throw known(device);
  const added = await work.tx
    .insertInto('device')
    .values({
      ...columns,
      rental_manager_id: device.rentalManagerId,
      registered_by: work.actor.userId,
    })
    .onConflict((conflict) => conflict.column('udi_key').where('removed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw known(device);
  await work.audit({ action: 'device_added', object: { type: 'device', id: added.id } });
  return added;
}

/** The device if the same person has registered it with the same data, as in a request whose reply was lost. */
export const addedBefore = (work: Work, device: NewDevice): Promise<{ id: number } | undefined> => {
  const { udi, udi_key, serial_no, prod_date, model } = deviceColumns(device);
  return work.tx
    .selectFrom('device')
    .select('id')
    .where('removed_at', 'is', null)
    .where('registered_by', '=', work.actor.userId)
    .where('batch_id', 'is', null)
    .where('udi_key', '=', udi_key)
    .where((is) => is.and({ udi, serial_no, model }))
    .where(sql<boolean>`prod_date is not distinct from ${prod_date}::date`)
    .executeTakeFirst();
};

async function isRegistered(tx: Tx, { udi: typed, serialNo }: NewDevice): Promise<boolean> {
  const udi = readUdi(typed);
  if (typeof udi === 'string') return false;
  const known = await tx
    .selectFrom('device')
    .select('id')
    .where('removed_at', 'is', null)
    .where(isDevice(udi, serialOf(udi, serialNo)))
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}

/**
 * Columns of a device; refuses a mistyped UDI, one that states another date or serial number or a date that does not
 * exist, and a date in the future.
 */
export function deviceColumns({ udi: typed, serialNo, prodDate, model }: Omit<NewDevice, 'rentalManagerId'>) {
  const udi = readUdi(typed);
  if (udi === 'empty') throw new Refusal('invalid_input', 'udi');
  if (udi === 'wrong_check_digit') throw new Refusal('udi_wrong_check_digit', 'udi');
  if (udi.isDateWrong) throw new Refusal('udi_wrong_date', 'udi');
  const made = prodDate ?? labelDate(udi.produced);
  if (made && made > latestToday()) throw new Refusal('date_in_future', 'prod_date');
  if (made && !fitsLabel(udi, made)) throw new Refusal('udi_date_mismatch', 'prod_date');
  if (!fitsSerial(udi, serialNo)) throw new Refusal('udi_serial_mismatch', 'serial_no');
  const serial = serialNo || (udi.serial ?? '');
  return {
    udi: typed.trim(),
    udi_key: udi.key,
    udi_kind: udi.kind,
    serial_no: serial,
    serial_key: serialKey(serial),
    prod_date: made,
    model,
  };
}

/** The day on a label, `YYYY-MM-DD`; null if it has none. */
export function labelDate(
  produced: { year: number; month: number; day: number | null } | null,
): string | null {
  if (produced?.day == null) return null;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${produced.year}-${two(produced.month)}-${two(produced.day)}`;
}
