import type { SignedUp } from '@cusp/contract/accounts';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Visitor } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { forgetFailures, throttleGuesses } from '../throttle/throttle.ts';
import { resendActivation } from './activate.ts';
import { passwordFits } from './hashing/password-hash.ts';
import { proveHuman } from './human-check.ts';
import { type SignUpForm, signUp } from './sign-up.ts';

/** Within this time a resent form counts as a repetition of the first one. */
const MINUTES = 15;

type Answer = z.output<typeof SignedUp>;

/**
 * Signs up. A form that is resent, because its reply was lost or by a second click, gets the same reply again: it made
 * the account a moment ago, and the password proves that it is the same person.
 */
export async function signUpOnce(services: Services, visitor: Visitor, form: Form): Promise<Answer> {
  let passed: Promise<void> | null = null;
  const human = () => {
    const { 'g-recaptcha-response': response, username } = form.fields;
    passed ??= proveHuman(services, { response, emailKey: emailKey(username), ip: visitor.ip });
    return passed;
  };
  const before = await accountOf(services, form);
  if (before && (await isOwn(services, visitor, form, before)))
    return answerAgain(services, visitor, form, { ...before, human });
  try {
    return await signUp(services, visitor, { ...form, human });
  } catch (error) {
    if (before || !(error instanceof Refusal)) throw error;
    // With two concurrent clicks the other one was stored first, and has used up the address and the verified number.
    const meanwhile = await accountOf(services, form);
    if (!meanwhile || !(await isOwn(services, visitor, form, meanwhile))) throw error;
    return answerAgain(services, visitor, form, { ...meanwhile, human });
  }
}

type Form = Omit<SignUpForm, 'human'>;

interface Account {
  id: number;
  hash: string;
}

/** The account created with an address a moment ago that waits for its activation. */
async function accountOf({ db }: Services, { fields }: Form): Promise<Account | null> {
  const made = await db
    .selectFrom('app_user')
    .select(['id', 'password_hash'])
    .where('email_key', '=', emailKey(fields.username))
    .where('activated_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('presence', '=', 'home')
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${MINUTES})`)
    .executeTakeFirst();
  return made?.password_hash ? { id: made.id, hash: made.password_hash } : null;
}

const guessOf = ({ ip }: Visitor, { fields }: Form) => ({
  what: 'login',
  account: emailKey(fields.username),
  ip,
  known: null,
});

/** Whether a form has the password of the account; as expensive as a guess at the sign-in page. */
async function isOwn(services: Services, visitor: Visitor, form: Form, { hash }: Account): Promise<boolean> {
  await throttleGuesses(services, guessOf(visitor, form));
  return passwordFits(hash, form.fields.password);
}

async function answerAgain(
  services: Services,
  visitor: Visitor,
  form: Form,
  { id, human }: { id: number; human(): Promise<void> },
): Promise<Answer> {
  await human();
  await forgetFailures(services, guessOf(visitor, form));
  const uid = encodeId(id);
  const { next_in } = await resendActivation(services, visitor, uid);
  return { uid, next_in };
}
