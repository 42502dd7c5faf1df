import type { setDeviceLocks as endpoint } from '@cusp/contract/devices';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { endExportsOfScanners, exportersOf } from '../case-access/end-exports.ts';
import { holdPeople, refuseIfMoving } from '../identity/moving-people.ts';
import { rentedDevices, requireRentalManager } from './rental.sql.ts';
import { isLocked } from './scanners.sql.ts';

type Wanted = z.output<typeof endpoint.body>['dev_conns'][number];

/**
 * Locks and unlocks devices of the rental manager's company, all or none. A change by another person since it was shown
 * is not overwritten: the save is refused with their name.
 */
export async function setDeviceLocks(
  services: Services,
  actor: Actor,
  conns: readonly Wanted[],
): Promise<z.output<typeof endpoint.reply>> {
  return inTransaction(services, actor, async (work) => {
    await requireRentalManager(work.tx, actor.userId);
    const wanted = new Map(conns.map((conn) => [conn.dev_id, conn]));
    if (conns.some(({ user_id }) => user_id !== actor.userId)) throw new Refusal('not_found');
    const ids = [...wanted.keys()];
    const lockingOf = (states: readonly State[]) =>
      states.filter(({ id, locked }) => !locked && wanted.get(id)?.dev_locked);
    // An export that somebody asks for at the same time either is ended below or begins after the lock. People are held
    // before devices, as when somebody registers a scanner.
    const expected = lockingOf(await statesOf(work, ids));
    await holdPeople(work.tx, await exportersOf(work.tx, expected));
    await holdDevices(work, ids);
    const devices = await statesOf(work, ids);
    if (devices.length !== wanted.size) throw new Refusal('not_found');
    const changes = devices.filter(({ id, locked }) => wanted.get(id)?.dev_locked !== locked);
    const overtaken = changes.find(({ id, version }) => (wanted.get(id)?.dev_version ?? version) !== version);
    if (overtaken) throw new Refusal('conflict', { changed_by: await nameOf(work, overtaken.changed_by) });
    const locking = lockingOf(devices);
    const isHeld = ({ id, user_id }: State) =>
      expected.some((each) => each.id === id && each.user_id === user_id);
    if (!locking.every(isHeld)) throw new Refusal('conflict', { changed_by: '' });
    const customers = locking.map(({ user_id }) => user_id);
    // A lock would not arrive in the other region, where the device has no rental manager.
    await refuseIfMoving(work.tx, customers);
    for (const device of changes) await change(work, device);
    await endExportsOfScanners(work, locking);
    const now = await statesOf(work, ids);
    return {
      changed: changes.length,
      dev_conns: now.map(({ id, locked, version }) => ({
        dev_id: id,
        dev_locked: locked,
        dev_version: version,
      })),
    };
  });
}

/**
 * Holds devices until the end of the transaction. Their locks are read afterwards, because a query that waits for a row
 * sees the others as they were.
 */
const holdDevices = ({ tx }: Work, ids: readonly number[]) =>
  tx
    .selectFrom('device')
    .select('id')
    .where('id', 'in', [0, ...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** The devices with their customers and locks. */
const statesOf = ({ tx, actor }: Work, ids: readonly number[]) =>
  rentedDevices(tx, actor.userId)
    .select([
      'device.id',
      'customer.user_id',
      'device_lock.changed_by',
      isLocked.as('locked'),
      sql<number>`coalesce(device_lock.version, 0)`.as('version'),
    ])
    .where('device.id', 'in', [0, ...ids])
    .execute();

type State = Awaited<ReturnType<typeof statesOf>>[number];

async function change(work: Work, { id, user_id, locked }: State): Promise<void> {
  const values = { locked: !locked, changed_by: work.actor.userId, changed_at: sql<Date>`now()` };
  await work.tx
    .insertInto('device_lock')
    .values({ device_id: id, user_id, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['device_id', 'user_id'])
        .doUpdateSet({ ...values, version: sql`device_lock.version + 1` }),
    )
    .execute();
  await work.audit({
    action: 'device_lock_changed',
    object: { type: 'device', id },
    detail: { locked: !locked, customer: user_id },
  });
  await work.record({
    name: 'device_locks_changed',
    audience: await peopleAround(work.tx, [user_id, work.actor.userId]),
    ids: { device: id },
  });
}

async function nameOf({ tx }: Work, userId: number | null): Promise<string> {
  if (userId === null) return '';
  const person = await tx
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return person ? fullName(person.first_name, person.last_name) : '';
}
