import { ERRORS } from '@cusp/contract/errors';
import { Email } from '@cusp/contract/identity';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { personByEmailKey, personById } from '../invitations/people.sql.ts';
import { pairKey } from '../people/pair-key.ts';
import { livesInOtherRegion } from '../region-look-up/address-look-up.ts';
import { throttleInvitedAddresses } from '../throttle/throttle.ts';
import { whyNotConnect } from './connection-rules.ts';

/** Messages under the address of a connection request while it is typed; empty if the request can be sent. */
export async function checkConnectionEmail(
  services: Services,
  userId: number,
  input: string,
): Promise<string[]> {
  if (!input.trim()) return ['This field may not be blank'];
  if (!Email.safeParse(input.trim()).success) return ['Enter a valid email address.'];
  await throttleInvitedAddresses(services, userId);
  const key = emailKey(input);
  const me = await personById(services.db, userId);
  const person = await personByEmailKey(services.db, key);
  const reason = await whyNotConnect(services.db, me, { email_key: key, person });
  if (reason) return [ERRORS[reason].detail];
  if (!person && (await livesInOtherRegion(services, key))) return [ERRORS.not_same_region.detail];
  const known = await services.db
    .selectFrom('connection')
    .select(['status', 'owner_id'])
    .where('pair_key', '=', pairKey(me.email_key, key))
    .executeTakeFirst();
  const isTaken = known?.status === 'ACCD' || (known?.status === 'REQD' && known.owner_id === userId);
  return isTaken ? [ERRORS.email_already_added.detail] : [];
}
