import type { DEVICE_KEPT, DevicesChanged } from '@cusp/contract/staff-devices';
import { fullName } from '@cusp/text/names';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Work } from '../../platform/work.ts';

/** The outcome for one device: null if it was changed, `stale` if another user changed it after it was shown. */
export type Outcome = (typeof DEVICE_KEPT)[number] | 'stale' | null;

export interface Wanted {
  ids: readonly number[];
  /** By id, as they were shown; a device without one is changed whatever its version is. */
  versions?: Readonly<Record<string, number>> | undefined;
}

export type HeldDevice = Awaited<ReturnType<typeof holdDevices>>[number];

/** Whether another user changed the device after the actor loaded it. */
export const isStale = ({ id, version }: HeldDevice, { versions }: Wanted): boolean =>
  (versions?.[id] ?? version) !== version;

/**
 * Changes each device that can be changed, and returns the others with the reason. If another user has changed one
 * since, none is changed, and the refusal lists those with that user.
 */
export async function eachDevice(
  work: Work,
  { ids }: Wanted,
  change: (device: HeldDevice) => Promise<Outcome>,
): Promise<DevicesChanged> {
  const devices = new Map((await holdDevices(work, ids)).map((device) => [device.id, device]));
  const kept: DevicesChanged['kept'] = [];
  const stale: HeldDevice[] = [];
  for (const id of new Set(ids)) {
    const device = devices.get(id);
    const outcome = device ? await change(device) : 'gone';
    if (device && outcome === 'stale') stale.push(device);
    else if (outcome && outcome !== 'stale') kept.push({ id, udi: device?.udi ?? '', reason: outcome });
  }
  if (stale.length > 0) throw await conflictOf(work, stale);
  return { changed: new Set(ids).size - kept.length, kept };
}

async function conflictOf({ tx }: Work, devices: readonly HeldDevice[]): Promise<Refusal> {
  const people = await tx
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', [0, ...devices.flatMap(({ changed_by }) => changed_by ?? [])])
    .where('deleted_at', 'is', null)
    .execute();
  const names = new Map(people.map(({ id, first_name, last_name }) => [id, fullName(first_name, last_name)]));
  const stale = devices.map(({ id, udi, version, changed_by }) => ({
    id,
    name: udi,
    version,
    changed_by: names.get(changed_by ?? 0) ?? '',
  }));
  return new Refusal('conflict', { changed_by: stale[0]?.changed_by ?? '', stale });
}

/** Locks these devices until the end of the transaction; in order of id, so that no deadlock arises. */
const holdDevices = ({ tx }: Work, ids: readonly number[]) =>
  tx
    .selectFrom('device')
    .select([
      'id',
      'udi',
      'serial_no',
      'model',
      'state',
      'rental_manager_id',
      'customer_id',
      'version',
      'changed_by',
    ])
    .where('id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Writes a change that staff make of a device. */
export const setDevice = ({ tx, actor }: Work, { id }: HeldDevice, values: object) =>
  tx
    .updateTable('device')
    .set(({ eb }) => ({
      ...values,
      version: eb('version', '+', 1),
      changed_by: actor.userId,
      updated_at: new Date(),
    }))
    .where('id', '=', id)
    .execute();
