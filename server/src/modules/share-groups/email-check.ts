import { ERRORS } from '@cusp/contract/errors';
import { Email } from '@cusp/contract/identity';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { personByEmailKey, personById } from '../invitations/people.sql.ts';
import { livesInOtherRegion } from '../region-look-up/address-look-up.ts';
import { throttleInvitedAddresses } from '../throttle/throttle.ts';
import { whyNotInviteAnew, whyNotInvited } from './group-rules.ts';
import { groupOf } from './share-groups.sql.ts';

/** Messages under the address of a group invitation while it is typed; empty if it can be sent. */
export async function checkGroupEmail(services: Services, userId: number, input: string): Promise<string[]> {
  if (!input.trim()) return ['This field may not be blank'];
  if (!Email.safeParse(input.trim()).success) return ['Enter a valid email address.'];
  const group = await groupOf(services.db, userId);
  if (group?.owner_id !== userId) return [ERRORS.forbidden.detail];
  await throttleInvitedAddresses(services, userId);
  const key = emailKey(input);
  const owner = await personById(services.db, userId);
  const person = await personByEmailKey(services.db, key);
  const reason =
    (await whyNotInvited(services.db, group, owner, { email_key: key, person })) ??
    (await whyNotInviteAnew(services.db, group, key));
  if (reason) return [ERRORS[reason].detail];
  const isElsewhere = !person && (await livesInOtherRegion(services, key));
  return isElsewhere ? [ERRORS.not_same_region.detail] : [];
}
