import { skinOfHost } from '../../platform/brand/brands.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { institutionTypeOf } from './user.present.ts';

/** URL of the installer that a host's brand offers to labs and other non-clinics. */
export async function labSoftware(
  services: Services,
  actor: Actor,
  asked: { idb64: string; host: string | undefined },
): Promise<string> {
  if (Buffer.from(asked.idb64, 'base64url').toString() !== String(actor.userId))
    throw new Refusal('not_found');
  return installerFor(services, actor, asked.host);
}

/** The same without an id, so that the check before the download refuses for the same reasons. */
export async function installerFor(
  { db }: Services,
  actor: Actor,
  host: string | undefined,
): Promise<string> {
  const { role } = await db
    .selectFrom('app_user')
    .select('role')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  if (institutionTypeOf(role) === 'Clinic') throw new Refusal('forbidden');
  return found(skinOfHost(host).labSoftwareUrl);
}
