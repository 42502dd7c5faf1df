import type { Scanner } from '@cusp/contract/devices';
import { fullName } from '@cusp/text/names';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { type ScannerRow, scannersOf } from './scanners.sql.ts';

export async function listScanners({ db }: Services, { userId }: Actor) {
  const [rows, { last_device_id }] = await Promise.all([
    scannersOf(db, userId),
    db.selectFrom('app_user').select('last_device_id').where('id', '=', userId).executeTakeFirstOrThrow(),
  ]);
  return { scanners: rows.map((row) => presentScanner(row, userId)), last_device_id };
}

const presentScanner = (row: ScannerRow, userId: number): Scanner => ({
  id: row.id,
  device_id: row.device_id,
  udi: row.udi,
  serial_no: row.serial_no,
  model: row.model,
  state: stateOf(row),
  is_own: row.user_id === userId,
  registered_by: fullName(row.first_name, row.last_name),
  registered_date: row.created_at.toISOString(),
  installed_date: row.installed_date,
  address: row.address,
  city: row.city,
  zip_code: row.zip_code,
});

function stateOf({ confirmed_at, locked, state }: ScannerRow): Scanner['state'] {
  if (state === 'blocked') return 'blocked';
  if (!confirmed_at) return 'waiting';
  return locked ? 'locked' : 'active';
}
