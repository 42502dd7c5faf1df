import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Visitor } from '../../platform/http/actor.ts';
import { decodeId } from '../../platform/http/idb64.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { requireNotBlocked } from '../identity/blocked.ts';
import { hashToken } from '../identity/sessions.ts';
import { checkServerLocation } from '../invitations/server-location.ts';

interface Link {
  rdidb64: string;
  token: string;
  srvLoc: string | undefined;
  /** The person signed in to the browser that opened it; null for a visitor. */
  signedIn: number | null;
}

/**
 * Confirms a registration by the link of its mail, once; the same link again returns that it is confirmed. It works in
 * any browser, but not in one where another person is signed in: they would read that the scanner is now theirs.
 */
export async function confirmDeviceEmail(services: Services, visitor: Visitor, link: Link) {
  checkServerLocation(services, link.srvLoc);
  const id = decodeId(link.rdidb64);
  if (id === null) throw new Refusal('device_link_invalid');
  return inTransaction(services, visitor, async (work) => {
    const row = await work.tx
      .selectFrom('device_registration')
      .innerJoin('device', 'device.id', 'device_registration.device_id')
      .innerJoin('app_user', 'app_user.id', 'device_registration.user_id')
      .select(['device_registration.device_id', 'user_id', 'token_hash', 'confirmed_at', 'device.state'])
      .select('app_user.presence')
      .select(sql<boolean>`token_expires_at <= now()`.as('expired'))
      .where('device_registration.id', '=', id)
      .where('device.removed_at', 'is', null)
      .where('app_user.deleted_at', 'is', null)
      // Two customers who confirm the same device at once come one after the other. The device comes first, as when
      // staff remove it and its registrations leave their list.
      .forUpdate(['device', 'device_registration'])
      .executeTakeFirst();
    if (!row?.token_hash || !timingSafeEqual(row.token_hash, hashToken(link.token)))
      throw new Refusal('device_link_invalid');
    // The registration moved with its person, where the same link works.
    if (row.presence !== 'home') throw new Refusal('server_is_wrong');
    if (link.signedIn !== null && link.signedIn !== row.user_id) throw new Refusal('no_permission');
    if (row.confirmed_at) return { detail: 'email confirmed', already: true };
    if (row.expired) throw new Refusal('device_link_invalid');
    await requireNotBlocked(work.tx, row.user_id);
    if (row.state === 'blocked') throw new Refusal('device_blocked');
    const other = await work.tx
      .selectFrom('device_registration')
      .select('id')
      .where('device_id', '=', row.device_id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    if (other) throw new Refusal('device_taken');
    await work.tx
      .updateTable('device_registration')
      .set({ confirmed_at: sql`now()` })
      .where('id', '=', id)
      .execute();
    const by = work.as({ userId: row.user_id });
    await by.audit({
      action: 'device_registered',
      object: { type: 'device', id: row.device_id },
      detail: { change: 'confirmed' },
    });
    await by.record({
      name: 'device_registered',
      audience: await peopleAround(work.tx, [row.user_id]),
      ids: { device: row.device_id },
    });
    return { detail: 'email confirmed', already: false };
  });
}
