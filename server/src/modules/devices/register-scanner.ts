import type { MailPace } from '@cusp/contract/accounts';
import type { ScannerFields } from '@cusp/contract/devices';
import { readUdi, serialKey } from '@cusp/dental/udi/read-udi';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { latestToday } from '../../platform/time/days.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { paceMail } from '../identity/mail-pace.ts';
import { hashToken, newToken } from '../identity/sessions.ts';
import { lockPerson } from '../invitations/people.sql.ts';
import { serverLocationParam } from '../invitations/server-location.ts';
import { forgetDeviceGuess, throttleRegistrations } from '../throttle/throttle.ts';
import { isDevice, serialOf } from './same-device.sql.ts';

const LINK_DAYS = 14;

/**
 * Registers a device as the person's own and mails the link that confirms it. The reply does not reveal other holders;
 * each attempt counts, because the replies reveal which devices exist.
 */
export async function registerScanner(
  services: Services,
  actor: Actor,
  { device: typed, ...place }: z.output<typeof ScannerFields>,
): Promise<{ id: number; mail: MailPace }> {
  if (place.installed_date && place.installed_date > latestToday())
    throw new Refusal('date_in_future', 'installed_date');
  await throttleRegistrations(services, actor.userId);
  const registered = await inTransaction(services, actor, async (work) => {
    const me = await lockPerson(work.tx, actor.userId);
    const device = await findDevice(work.tx, typed);
    if (device.state === 'blocked') throw new Refusal('device_blocked', 'device');
    const holder = await holderOf(work, device.id);
    if (holder) throw new Refusal(holder.user_id === me.id ? 'device_yours' : 'device_taken', 'device');
    const account = await work.tx
      .selectFrom('app_user')
      .select('country')
      .where('id', '=', me.id)
      .executeTakeFirstOrThrow();
    const name = fullName(me.first_name, me.last_name);
    const about = { name, email: me.email, ...place, country: place.country ?? account.country };
    const row = await work.tx
      .insertInto('device_registration')
      .values({ device_id: device.id, user_id: me.id, ...about })
      .onConflict((conflict) => conflict.columns(['device_id', 'user_id']).doUpdateSet(about))
      .returning('id')
      .executeTakeFirstOrThrow();
    await work.audit({
      action: 'device_registered',
      object: { type: 'device', id: device.id },
      detail: { change: 'asked' },
    });
    await work.record({ name: 'device_registered', audience: [me.id], ids: { device: device.id } });
    return { id: row.id, mail: await mailLink(work, row.id) };
  });
  await forgetDeviceGuess(services, actor.userId);
  return registered;
}

const holderOf = ({ tx }: Work, deviceId: number) =>
  tx
    .selectFrom('device_registration')
    .select('user_id')
    .where('device_id', '=', deviceId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();

/** Mails the link of one's own waiting registration again; earlier links stop working. */
export async function resendScannerMail(services: Services, actor: Actor, id: number): Promise<MailPace> {
  return inTransaction(services, actor, async (work) => {
    await lockPerson(work.tx, actor.userId);
    const row = found(await ownRegistration(work, id));
    if (row.confirmed_at) throw new Refusal('device_yours');
    return mailLink(work, id);
  });
}

/** Takes back an own registration that was never confirmed. */
export async function removeScanner(services: Services, actor: Actor, id: number): Promise<void> {
  await inTransaction(services, actor, async (work) => {
    const row = found(await ownRegistration(work, id));
    if (row.confirmed_at) throw new Refusal('device_confirmed');
    await work.tx.deleteFrom('device_registration').where('id', '=', id).execute();
    await work.audit({
      action: 'device_registered',
      object: { type: 'device', id: row.device_id },
      detail: { change: 'taken back' },
    });
    await work.record({
      name: 'device_registered',
      audience: [actor.userId],
      ids: { device: row.device_id },
    });
  });
}

const ownRegistration = ({ tx, actor }: Work, id: number) =>
  tx
    .selectFrom('device_registration')
    .select(['id', 'device_id', 'confirmed_at'])
    .where('id', '=', id)
    .where('user_id', '=', actor.userId)
    .forUpdate()
    .executeTakeFirst();

/**
 * Mails the link that confirms a registration; links that went out before stop working. Paced like every mail on
 * demand.
 */
export async function mailLink(work: Work, id: number): Promise<MailPace> {
  const pace = await paceMail(work.tx, 'device', { whom: String(id), ip: work.actor.ip });
  if (!pace.sent) return pace;
  const token = newToken();
  const { device_id, user_id } = await work.tx
    .updateTable('device_registration')
    .set({
      token_hash: hashToken(token),
      token_expires_at: sql<Date>`now() + make_interval(days => ${LINK_DAYS})`,
      mailed_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning(['device_id', 'user_id'])
    .executeTakeFirstOrThrow();
  const device = await work.tx
    .selectFrom('device')
    .select(['udi', 'serial_no', 'model'])
    .where('id', '=', device_id)
    .executeTakeFirstOrThrow();
  const me = await lockPerson(work.tx, user_id);
  await work.mail(me, 'device-confirm', {
    name: me.first_name,
    device: [device.model, device.serial_no || device.udi].filter(Boolean).join(', '),
    link: `/devices/confirm-email/${encodeId(id)}/${token}?sid=${serverLocationParam(work.services)}`,
  });
  return pace;
}

/** Removes registrations that were never confirmed and whose links have expired. */
export async function tidyDevices({ db }: Services): Promise<void> {
  await db
    .deleteFrom('device_registration')
    .where('confirmed_at', 'is', null)
    .where(sql`coalesce(mailed_at, created_at)`, '<', sql<Date>`now() - make_interval(days => ${LINK_DAYS})`)
    .execute();
}

const COLUMNS = ['id', 'udi', 'serial_no', 'state', 'rental_manager_id'] as const;

/** Result of looking up a device. */
interface FoundDevice {
  id: number;
  udi: string;
  serial_no: string;
  state: 'active' | 'blocked';
}

/** The device with a UDI or serial number, in any spelling. Refuses a value that no device or several devices have. */
async function findDevice(db: DbOrTx, typed: string): Promise<FoundDevice> {
  const devices = () => db.selectFrom('device').select(COLUMNS).where('removed_at', 'is', null);
  const udi = readUdi(typed);
  if (typeof udi !== 'string') {
    const exact = await devices().where('udi_key', '=', udi.key).executeTakeFirst();
    const same = exact
      ? [exact]
      : await devices()
          .where(isDevice(udi, serialOf(udi, '')))
          .limit(2)
          .execute();
    if (same.length > 1) throw new Refusal('device_ambiguous', 'device');
    if (same[0]) return same[0];
  }
  const serial = serialKey(typed);
  const bySerial = serial ? await devices().where('serial_key', '=', serial).limit(2).execute() : [];
  if (bySerial.length > 1) throw new Refusal('device_ambiguous', 'device');
  const [device] = bySerial;
  if (device) return device;
  throw new Refusal(udi === 'wrong_check_digit' ? 'udi_wrong_check_digit' : 'device_unknown', 'device');
}
