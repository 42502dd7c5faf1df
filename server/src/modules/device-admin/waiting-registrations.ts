import type { MailPace } from '@cusp/contract/accounts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { mailLink } from '../devices/register-scanner.ts';

/** Mails the link of a waiting registration again, unless it could not be confirmed any more. */
export const resendRegistrationMail = (services: Services, actor: Actor, id: number): Promise<MailPace> =>
  inTransaction(services, actor, async (work) => {
    const row = await lockWaiting(work, id);
    if (row.state === 'blocked') throw new Refusal('device_blocked');
    if (row.customer_id !== null) throw new Refusal('device_taken');
    const pace = await mailLink(work, id);
    if (pace.sent)
      await work.audit({
        action: 'device_registration_mailed',
        object: { type: 'device', id: row.device_id },
        detail: { customer: row.user_id },
      });
    return pace;
  });

/** Discards a waiting registration. Its customer sees it go, and can register the scanner again. */
export const discardRegistration = (services: Services, actor: Actor, id: number): Promise<void> =>
  inTransaction(services, actor, async (work) => {
    const { device_id, user_id } = await lockWaiting(work, id);
    await work.tx.deleteFrom('device_registration').where('id', '=', id).execute();
    await work.audit({
      action: 'device_registration_discarded',
      object: { type: 'device', id: device_id },
      detail: { customer: user_id },
    });
    await work.record({ name: 'device_registered', audience: [user_id], ids: { device: device_id } });
  });

/** The registration, locked against confirmation until the end of the transaction; refuses a confirmed one. */
async function lockWaiting({ tx }: Work, id: number) {
  const row = found(
    await tx
      .selectFrom('device_registration')
      .innerJoin('device', 'device.id', 'device_registration.device_id')
      .select(['device_id', 'user_id', 'confirmed_at', 'device.state', 'device.customer_id'])
      .where('device_registration.id', '=', id)
      .where('device.removed_at', 'is', null)
      // In the order of everything that locks both.
      .forUpdate(['device', 'device_registration'])
      .executeTakeFirst(),
  );
  if (row.confirmed_at) throw new Refusal('registration_confirmed');
  return row;
}
