import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { registrationFor } from '../devices/scanners.sql.ts';
import { mayTakeFile } from '../files/files.policy.ts';
import { filesOf } from '../files/files.sql.ts';

interface Named {
  device_id: number | null;
  device_user_id: number | null;
}

/**
 * Columns for the new scanner of a draft; empty if it stays the same. Refuses one that is not registered to the author
 * or their group, and a change that would take a lock off scans.
 */
export async function deviceColumns(
  tx: Tx,
  userId: number,
  deviceId: number | null | undefined,
  before: (Named & { id: number }) | null,
): Promise<Partial<Named>> {
  if (deviceId === undefined || (before && deviceId === before.device_id)) return {};
  if (before && (await hasLockedScans(tx, userId, before.id)))
    throw new Refusal('scanner_locked', 'fields.deviceId');
  if (deviceId === null) return { device_id: null, device_user_id: null };
  const registration = await registrationFor(tx, userId, deviceId);
  if (!registration) throw new Refusal('device_not_registered', 'fields.deviceId');
  return { device_id: deviceId, device_user_id: registration.user_id };
}

/**
 * Whether a draft has scans that the lock of a scanner closes to its author, also if the malware scan closes them as
 * well.
 */
async function hasLockedScans(tx: Tx, userId: number, draftId: number): Promise<boolean> {
  const files = await filesOf(tx, userId, draftId);
  return files.some(
    (file) =>
      mayTakeFile({ ...file, status: file.caseStatus }, { ...file, quarantine: null }) === 'export_blocked',
  );
}

/**
 * Refuses to send an order whose scanner is no longer registered to the author or their group, and preselects the
 * scanner for the next one.
 */
export async function keepDevice(
  tx: Tx,
  userId: number,
  { device_id, device_user_id }: Named,
): Promise<void> {
  if (device_id === null) return;
  const registration = await registrationFor(tx, userId, device_id);
  if (registration?.user_id !== device_user_id) throw new Refusal('device_not_registered', 'deviceId');
  await tx.updateTable('app_user').set({ last_device_id: device_id }).where('id', '=', userId).execute();
}
