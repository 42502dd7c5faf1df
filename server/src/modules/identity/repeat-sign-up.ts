import type { SignedUp, SignupFields } from '@cusp/contract/accounts';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Visitor } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { forgetFailures, slowDown } from '../throttle/throttle.ts';
import { resendActivation } from './activate.ts';
import { passwordFits } from './hashing/password-hash.ts';
import { proveHuman } from './human-check.ts';

/** For this long a form that is sent again counts as the one before. */
const MINUTES = 15;

/**
 * The answer to a form that made an account a moment ago and is sent again, because its answer was lost on the way: the
 * account is there, and its password shows that the same person asks. Null for every other form.
 */
export async function repeatedSignUp(
  services: Services,
  visitor: Visitor,
  fields: z.output<typeof SignupFields>,
): Promise<z.output<typeof SignedUp> | null> {
  const key = emailKey(fields.username);
  const made = await services.db
    .selectFrom('app_user')
    .select(['id', 'password_hash'])
    .where('email_key', '=', key)
    .where('activated_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('presence', '=', 'home')
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${MINUTES})`)
    .executeTakeFirst();
  if (!made?.password_hash) return null;
  // As expensive as a guess at the sign-in page.
  const guess = { what: 'login', account: key, ip: visitor.ip, known: null };
  await slowDown(services, guess);
  if (!(await passwordFits(made.password_hash, fields.password))) return null;
  await proveHuman(services, fields['g-recaptcha-response'], visitor.ip);
  await forgetFailures(services, guess);
  const uid = encodeId(made.id);
  const { next_in } = await resendActivation(services, visitor, uid);
  return { uid, next_in };
}
