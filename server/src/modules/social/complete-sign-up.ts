import type { CompletionFields } from '@cusp/contract/social';
import type * as z from 'zod';
import type { Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import { regionAtSignUp } from '../../platform/region/region.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { activateUser } from '../identity/activate.ts';
import { paceMail } from '../identity/mail-pace.ts';
import type { PhoneOwner } from '../identity/phone-owner.ts';
import { spendPhoneProof } from '../identity/phone-proof.ts';
import { sendActivationMail } from '../identity/sign-up.ts';
import { withAddressClaim } from '../region-look-up/address-claim.ts';
import { requireHomeCountry } from '../region-look-up/home-country.ts';
import { answerPath, changeFlow, endWithCode, type Flow, findFlow, lockFlow } from './flow.sql.ts';
import { keepIdentity } from './keep-identity.sql.ts';

type Fields = z.output<typeof CompletionFields>;

interface Form {
  fields: Fields;
  /** Who verified the phone number, if there is one. */
  phoneOwner: PhoneOwner | null;
}

/**
 * Creates the account of a social sign-in from the completion form. An email address verified by the provider
 * activates it at once; any other needs the activation mail. Sending the form twice creates one account. Returns
 * where the pop-up goes next.
 */
export async function completeSignUp(
  services: Services,
  visitor: Visitor,
  token: string,
  provider: Flow['provider'],
  { fields, phoneOwner }: Form,
): Promise<string> {
  requireHomeCountry(services.config, visitor, fields.country);
  const begun = await findFlow(services.db, token);
  // A repeated form creates no account, and a sign-in without an address is refused.
  const claimed = begun?.step === 'form' && begun.email ? emailKey(begun.email) : null;
  return withAddressClaim(services, { emailKey: claimed, field: 'username' }, (spendClaim) =>
    inTransaction(services, visitor, async (work) => {
      const flow = await lockFlow(work.tx, token);
      if (!flow || flow.provider !== provider) throw new Refusal('social_invalid');
      if (flow.step === 'done' && flow.user_id && flow.code_hash)
        return endWithCode(work.tx, flow, flow.user_id);
      if (flow.step === 'done' && flow.user_id && !flow.email_proven)
        return answerPath(flow, { mailed: '1' });
      if (flow.step !== 'form' || !flow.email) throw new Refusal('social_invalid');

      await spendClaim(work.tx);
      const phoneVerified = await spendPhoneProof(work, phoneOwner, fields.phone);
      if (fields.phone !== '' && !phoneVerified) throw new Refusal('phone_not_verified', 'phone');
      const user = await createUser(
        work,
        { ...flow, email: flow.email },
        { ...fields, phone_verified: phoneVerified },
      );
      if (!user) return answerPath(flow, { error: 'email_taken' });
      await keepIdentity(work.tx, flow, user.id);
      const detail = { by: provider };
      await work.as({ userId: user.id }).audit({ action: 'user_created', detail });
      if (flow.email_proven) {
        await activateUser(work, user.id);
        return endWithCode(work.tx, flow, user.id);
      }
      await sendActivationMail(work, user);
      await paceMail(work.tx, 'activate', { whom: String(user.id), ip: visitor.ip });
      await changeFlow(work.tx, flow, { step: 'done', user_id: user.id });
      return answerPath(flow, { mailed: '1' });
    }),
  );
}

const createUser = (
  work: Work<Visitor>,
  person: Pick<Flow, 'first_name' | 'last_name'> & { email: string },
  fields: Fields & { phone_verified: boolean },
) =>
  work.tx
    .insertInto('app_user')
    .values({
      email: person.email,
      email_key: emailKey(person.email),
      password_hash: null,
      first_name: person.first_name,
      last_name: person.last_name,
      ...fields,
      language: work.actor.language,
      brand: work.actor.brand,
      ...regionAtSignUp(work.services.config),
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(['id', 'email', 'first_name', 'language', 'brand'])
    .executeTakeFirst();
