import type { Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { issueArrivalCode } from '../identity/arrival-code.sql.ts';
import { withAddressClaim } from '../region-look-up/address-claim.ts';
import { requireHomeCountry } from '../region-look-up/home-country.ts';
import { type CompletedForm, createSocialAccount } from './create-social-account.ts';
import { personOfIdentity } from './keep-identity.sql.ts';
import { openTicket } from './sign-up-ticket.ts';

/**
 * Creates the account of a person who began a social sign-in in the other region and chose a country of this one.
 * Returns the code with which that page arrives here, or null after an activation mail. A repeated call creates no
 * second account and returns another code for the same page.
 * @throws Refusal `email_taken` if another account has the address.
 */
export async function signUpByTicket(
  services: Services,
  visitor: Visitor,
  ticket: string,
  form: CompletedForm,
): Promise<string | null> {
  requireHomeCountry(services.config, visitor, form.fields.country);
  const newcomer = openTicket(services, ticket);
  if (!newcomer) throw new Refusal('social_invalid');
  const { provider, challenge, email, emailProven, firstName, lastName } = newcomer;
  return withAddressClaim(services, { emailKey: emailKey(email), field: 'email' }, (spendClaim) =>
    inTransaction(services, visitor, async (work) => {
      const findSignedUp = () =>
        personOfIdentity(work.tx, newcomer)
          // An account whose data belongs to the other region would be redirected back and forth.
          .where('app_user.region', '=', services.config.region)
          .executeTakeFirst();
      let user = await findSignedUp();
      if (!user) {
        await spendClaim(work.tx);
        const person = {
          ...newcomer,
          email_proven: emailProven,
          first_name: firstName || (email.split('@')[0] ?? ''),
          last_name: lastName,
        };
        await createSocialAccount(work, person, form);
        // Also finds the account that the same form, sent at the same moment, has created.
        user = await findSignedUp();
      }
      if (!user) throw new Refusal('email_taken', 'email');
      if (!user.activated_at) return null;
      return issueArrivalCode(work.tx, { userId: user.id, challenge, way: provider });
    }),
  );
}
