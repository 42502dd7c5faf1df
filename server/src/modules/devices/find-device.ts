import { readUdi, serialKey } from '@cusp/dental/udi/read-udi';
import type { DbOrTx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

const COLUMNS = ['id', 'udi', 'serial_no', 'state', 'rental_manager_id'] as const;

/** A device as it is looked up. */
export interface FoundDevice {
  id: number;
  udi: string;
  serial_no: string;
  state: 'active' | 'blocked';
}

/** The device of a UDI or serial number, however it is written. Refuses what no device or several devices have. */
export async function findDevice(db: DbOrTx, typed: string): Promise<FoundDevice> {
  const devices = () => db.selectFrom('device').select(COLUMNS).where('removed_at', 'is', null);
  const udi = readUdi(typed);
  const byUdi =
    typeof udi === 'string' ? undefined : await devices().where('udi_key', '=', udi.key).executeTakeFirst();
  if (byUdi) return byUdi;
  const serial = serialKey(typed);
  const bySerial = serial ? await devices().where('serial_key', '=', serial).limit(2).execute() : [];
  if (bySerial.length > 1) throw new Refusal('device_ambiguous', 'device');
  const [device] = bySerial;
  if (device) return device;
  throw new Refusal(udi === 'wrong_check_digit' ? 'udi_wrong_check_digit' : 'device_unknown', 'device');
}
