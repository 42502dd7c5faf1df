import type { CompletionFields } from '@cusp/contract/social';
import type * as z from 'zod';
import type { Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import { regionAtSignUp } from '../../platform/region/region.ts';
import type { Work } from '../../platform/work.ts';
import { activateUser } from '../identity/activate.ts';
import { paceMail } from '../identity/mail-pace.ts';
import type { PhoneOwner } from '../identity/phone-owner.ts';
import { spendPhoneProof } from '../identity/phone-proof.ts';
import { sendActivationMail } from '../identity/sign-up.ts';
import type { Flow } from './flow.sql.ts';
import { keepIdentity } from './keep-identity.sql.ts';

type Fields = z.output<typeof CompletionFields>;

export interface CompletedForm {
  fields: Fields;
  /** Owner of the verification of the phone number, if there is one. */
  phoneOwner: PhoneOwner | null;
}

type Person = Pick<Flow, 'provider' | 'subject' | 'email_proven' | 'first_name' | 'last_name'> & {
  email: string;
};

/**
 * Creates the account of a social sign-in and connects the identity. An address verified by the provider activates it
 * immediately; any other gets the activation mail. Null if another account has the address.
 */
export async function createSocialAccount(
  work: Work<Visitor>,
  person: Person,
  { fields, phoneOwner }: CompletedForm,
): Promise<{ id: number } | null> {
  const phoneVerified = await spendPhoneProof(work, phoneOwner, fields.phone);
  if (fields.phone !== '' && !phoneVerified) throw new Refusal('phone_not_verified', 'phone');
  const user = await createUser(work, person, { ...fields, phone_verified: phoneVerified });
  if (!user) return null;
  await keepIdentity(work.tx, person, user.id);
  const detail = { by: person.provider };
  await work.as({ userId: user.id }).audit({ action: 'user_created', detail });
  if (person.email_proven) await activateUser(work, user.id);
  else {
    await sendActivationMail(work, user);
    await paceMail(work.tx, 'activate', { whom: String(user.id), ip: work.actor.ip });
  }
  return user;
}

const createUser = (work: Work<Visitor>, person: Person, fields: Fields & { phone_verified: boolean }) =>
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
