import type { SignedUp, SignupFields } from '@cusp/contract/accounts';
import type * as z from 'zod';
import { cleanPicture, withStoredPicture } from '../../platform/files/picture.ts';
import type { Doer, Visitor } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import { regionAtSignUp } from '../../platform/region/region.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { acceptAtSignup } from '../connections/accept-at-signup.ts';
import { sidWhereTwo } from '../invitations/server-location.ts';
import { withAddressClaim } from '../region-look-up/address-claim.ts';
import { requireHomeCountry } from '../region-look-up/home-country.ts';
import { hashPassword } from './hashing/password-hash.ts';
import { paceMail } from './mail-pace.ts';
import { createMailToken } from './mail-tokens.ts';
import { requireGoodPassword } from './new-password.ts';
import type { PhoneOwner } from './phone-owner.ts';
import { isPhoneProven, spendPhoneProof } from './phone-proof.ts';

export interface SignUpForm {
  fields: z.output<typeof SignupFields>;
  /** Bytes of the picture; null without one. */
  picture: Buffer | null;
  /** Owner of the phone verification, if a number was given. */
  phoneOwner: PhoneOwner | null;
  /** Refuses a form without a passed human check, which it spends. */
  human(): Promise<void>;
}

/**
 * Creates an inactive account and sends the activation mail. Form errors are reported before the human check is spent;
 * only the look-up of the address spends it.
 */
export async function signUp(
  services: Services,
  visitor: Visitor,
  { fields, picture: pictureBytes, phoneOwner, human }: SignUpForm,
): Promise<z.output<typeof SignedUp>> {
  requireHomeCountry(services.config, visitor, fields.country);
  await requireGoodPassword(services, fields.password, { ...fields, email: fields.username });
  if (fields.password !== fields.password_confirm) throw new Refusal('password_mismatch', 'password_confirm');
  const picture = pictureBytes && cleanPicture(pictureBytes);
  if (fields.phone !== '' && !(await isPhoneProven(services, phoneOwner, fields.phone)))
    throw new Refusal('phone_not_verified', 'phone');
  await human();
  if (await isTaken(services, fields.username)) throw new Refusal('email_taken', 'username');

  const passwordHash = await hashPassword(fields.password);
  const claim = { emailKey: emailKey(fields.username), field: 'username' };
  return withAddressClaim(services, claim, (spendClaim) =>
    withStoredPicture(services, picture, (stored) =>
      inTransaction(services, visitor, async (work) => {
        await spendClaim(work.tx);
        const phoneVerified = await spendPhoneProof(work, phoneOwner, fields.phone);
        if (fields.phone !== '' && !phoneVerified) throw new Refusal('phone_not_verified', 'phone');
        const user = await work.tx
          .insertInto('app_user')
          .values({
            email: fields.username,
            email_key: emailKey(fields.username),
            password_hash: passwordHash,
            first_name: fields.first_name,
            last_name: fields.last_name,
            role: fields.role,
            institution: fields.institution,
            country: fields.country,
            phone: fields.phone,
            phone_verified: phoneVerified,
            address: fields.address,
            language: visitor.language,
            brand: visitor.brand,
            ...regionAtSignUp(services.config),
            ...stored,
          })
          .onConflict((conflict) => conflict.column('email_key').doNothing())
          .returning(['id', 'email', 'email_key', 'first_name', 'language', 'brand'])
          .executeTakeFirst();
        if (!user) throw new Refusal('email_taken', 'username');
        await acceptAtSignup(work.tx, user, fields.invitation);
        await sendActivationMail(work, user);
        await work.as({ userId: user.id }).audit({ action: 'user_created' });
        const { next_in } = await paceMail(work.tx, 'activate', { whom: String(user.id), ip: visitor.ip });
        return { uid: encodeId(user.id), next_in };
      }),
    ),
  );
}

/** Whether an account has this address, in any spelling. */
export async function isTaken({ db }: Services, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  return row !== undefined;
}

interface Addressee {
  id: number;
  email: string;
  first_name: string;
  language: string;
  brand: string;
}

/** Queues the mail with a new activation link. */
export async function sendActivationMail(work: Work<Doer>, user: Addressee): Promise<void> {
  const token = await createMailToken(work.tx, user.id, 'activate');
  await work.mail(user, 'activation', {
    name: user.first_name,
    link: `/activate/${encodeId(user.id)}/${token}${sidWhereTwo(work.services)}`,
  });
}
