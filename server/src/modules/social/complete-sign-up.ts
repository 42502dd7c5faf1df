import type { Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { withAddressClaim } from '../region-look-up/address-claim.ts';
import { requireHomeCountry } from '../region-look-up/home-country.ts';
import { type CompletedForm, createSocialAccount } from './create-social-account.ts';
import { answerPath, changeFlow, endWithCode, type Flow, findFlow, lockFlow } from './flow.sql.ts';

/**
 * Creates the account of a social sign-in from the completion form. An email address verified by the provider activates
 * it immediately; any other needs the activation mail. Sending the form twice creates one account. Returns where the
 * pop-up goes next.
 */
export async function completeSignUp(
  services: Services,
  visitor: Visitor,
  token: string,
  provider: Flow['provider'],
  form: CompletedForm,
): Promise<string> {
  requireHomeCountry(services.config, visitor, form.fields.country);
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
      const user = await createSocialAccount(work, { ...flow, email: flow.email }, form);
      if (!user) return answerPath(flow, { error: 'email_taken' });
      if (flow.email_proven) return endWithCode(work.tx, flow, user.id);
      await changeFlow(work.tx, flow, { step: 'done', user_id: user.id });
      return answerPath(flow, { mailed: '1' });
    }),
  );
}
