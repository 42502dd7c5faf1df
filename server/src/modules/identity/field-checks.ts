import { SignupFields } from '@cusp/contract/accounts';
import { ERRORS } from '@cusp/contract/errors';
import { BLANK } from '@cusp/contract/identity';
import { editProfile } from '@cusp/contract/profile';
import { CompletionFields } from '@cusp/contract/social';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { issueWords } from '../../platform/http/issue-words.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { checkConnectionEmail } from '../connections/email-check.ts';
import { checkGroupEmail } from '../share-groups/email-check.ts';
import { throttleAddressChecks } from '../throttle/throttle.ts';
import { passwordTrouble } from './password-rules.ts';
import { isTaken } from './sign-up.ts';

interface FieldInput {
  services: Services;
  /** Null for visitors. */
  actor: Actor | null;
  /** The network address of the request. */
  ip: string;
  value: string;
  /** The other fields of the form that are filled in. */
  values: Record<string, string>;
}

/** Messages under a field; empty if it is fine. */
export type FieldCheck = (input: FieldInput) => Promise<string[]> | string[];

/** A check by the contract's schema of a field. */
const byShape =
  (shape: z.ZodType, needed = true): FieldCheck =>
  ({ value }) => {
    if (value.trim() === '') return needed ? [BLANK] : [];
    const result = shape.safeParse(value, { error: issueWords });
    return result.success ? [] : [...new Set(result.error.issues.map((issue) => issue.message))];
  };

const password: FieldCheck = ({ value, values }) => {
  if (value === '') return [BLANK];
  const trouble = passwordTrouble(value, { ...values, email: values.username });
  return trouble ? [ERRORS[trouble].detail] : [];
};
const confirm: FieldCheck = ({ value, values }) =>
  value === values.password ? [] : [ERRORS.password_mismatch.detail];

/** A check that reveals other people, so only for signed-in people. */
const asMember =
  (check: (services: Services, userId: number, value: string) => Promise<string[]>): FieldCheck =>
  ({ services, actor, value }) => {
    if (!actor) throw new Refusal('not_signed_in');
    return check(services, actor.userId, value);
  };
const connectionEmail = asMember(checkConnectionEmail);

const signup = SignupFields.shape;
const profile = editProfile.body.shape;
const completion = CompletionFields.shape;
const asSignup = byShape(signup.username);

/** Checks by form and field, with the names the pages use. */
const CHECKS: Record<string, Record<string, FieldCheck>> = {
  signup: {
    username: async (input) => {
      const lines = await asSignup(input);
      if (lines.length > 0) return lines;
      await throttleAddressChecks(input.services, 'sign-up address', input.ip);
      return (await isTaken(input.services, input.value)) ? [ERRORS.email_taken.detail] : [];
    },
    password,
    password_confirm: confirm,
    first_name: byShape(signup.first_name),
    last_name: byShape(signup.last_name),
    role: byShape(signup.role),
    institution: byShape(signup.institution, false),
    country: byShape(signup.country),
    phone: byShape(signup.phone, false),
    address: byShape(signup.address, false),
    // The connections screen uses this form name.
    email: connectionEmail,
  },
  connection: { email: connectionEmail },
  groupUser: { email: asMember(checkGroupEmail) },
  profile: {
    first_name: byShape(signup.first_name),
    last_name: byShape(signup.last_name),
    role: byShape(profile.role),
    institution: byShape(profile.institution, false),
    country: byShape(profile.country),
    phone: byShape(profile.phone, false),
    address: byShape(profile.address, false),
  },
  social: {
    role: byShape(completion.role),
    institution: byShape(completion.institution, false),
    country: byShape(completion.country),
    phone: byShape(completion.phone, false),
    address: byShape(completion.address, false),
  },
  password: { password, password_confirm: confirm },
};

/** Checks one field of one form; refuses unknown forms and fields. */
export async function checkField(
  services: Services,
  { actor, ip }: Pick<FieldInput, 'actor' | 'ip'>,
  where: { form: string; field: string },
  values: Record<string, string>,
): Promise<string[]> {
  const form = Object.hasOwn(CHECKS, where.form) ? CHECKS[where.form] : undefined;
  const check = form && Object.hasOwn(form, where.field) ? form[where.field] : undefined;
  if (!check) throw new Refusal('invalid_input', form ? 'field' : 'form');
  return check({ services, actor, ip, value: values[where.field] ?? '', values });
}
