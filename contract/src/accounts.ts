import * as z from 'zod';
import * as routes from './accounts.routes.ts';
import { endpoint } from './endpoint.ts';
import { BLANK, Country, Email, Password, PersonName, Phone, Role } from './identity.ts';
import { LIMITS } from './limits.ts';
import { Code, Credential } from './security.ts';
import { Done, IdB64, Language, line, SrvLoc } from './wire.ts';

export const SignupFields = z.object({
  username: Email,
  password: Password,
  password_confirm: z.string().max(LIMITS.passwordMax),
  first_name: PersonName.pipe(z.string().min(1, { message: BLANK })),
  last_name: PersonName.pipe(z.string().min(1, { message: BLANK })),
  role: Role,
  institution: line(LIMITS.institution).default(''),
  country: Country,
  phone: z.union([z.literal(''), Phone]).default(''),
  address: line(LIMITS.address).default(''),
  /** Token of a connection request, from the link in its mail; signing up with it accepts the request. */
  invitation: z.string().max(300).default(''),
  'g-recaptcha-response': z.string().max(10_000).default(''),
});

/** Reply to a request for a mail; the same whether or not there is an account to send it to. */
export const MailPace = z.object({
  /** False during the wait after the last mail. */
  sent: z.boolean(),
  /** Seconds until the next mail can be requested. */
  next_in: z.number().int(),
});
export type MailPace = z.infer<typeof MailPace>;

export const SignedUp = z.object({
  /** The account whose activation mail is sent again. */
  uid: z.string(),
  next_in: MailPace.shape.next_in,
});

/** `{}` means valid; otherwise the lines to show under the field. */
export const FieldCheck = z.object({ error_message: z.array(z.string()).optional() });

export const humanCheck = endpoint(routes.humanCheck, {
  summary: 'A proof-of-work challenge for the sign-up form',
  reply: z.looseObject({}),
  alsoOtherRegion: true,
});

export const defaultCountry = endpoint(routes.defaultCountry, {
  summary: 'The country of the request’s address, from data in the package',
  reply: z.object({ data: z.object({ country_code: z.string().nullable() }) }),
});

export const signup = endpoint(routes.signup, {
  summary: 'Create an account; an activation mail follows. A picture may travel as file `picture`',
  encoding: 'multipart',
  body: SignupFields,
  reply: SignedUp,
  perMinute: 60,
  alsoOtherRegion: true,
});

export const validateField = endpoint(routes.validateField, {
  summary: 'Check one field of a form while it is filled in',
  query: z.object({ form: line(40), field: line(40) }),
  encoding: 'multipart',
  body: z.record(z.string(), z.string().max(10_000)),
  reply: FieldCheck,
  perMinute: 600,
  alsoOtherRegion: true,
});

export const activate = endpoint(routes.activate, {
  summary: 'Activate an account by the link in its mail',
  body: z.object({ uidb64: IdB64, token: line(200), srv_loc: SrvLoc }),
  reply: Done,
  perMinute: 60,
});

export const requestActivate = endpoint(routes.requestActivate, {
  summary: 'Send the activation mail again',
  body: z.object({ uid: IdB64 }),
  reply: MailPace,
  perMinute: 30,
  alsoOtherRegion: true,
});

export const requestPasswordReset = endpoint(routes.requestPasswordReset, {
  summary: 'Send a link for a new password; the same reply for known and unknown addresses',
  body: z.object({ email: Email }),
  reply: MailPace,
  perMinute: 30,
});

export const validateResetToken = endpoint(routes.validateResetToken, {
  summary: 'Whether a reset link still works',
  body: z.object({ token: line(200), srv_loc: SrvLoc }),
  reply: Done,
  perMinute: 60,
});

export const confirmPasswordReset = endpoint(routes.confirmPasswordReset, {
  summary: 'Set a new password by a reset link; ends every session',
  body: z.object({ token: line(200), password: Password }),
  reply: Done,
  perMinute: 60,
});

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const changePassword = endpoint(routes.changePassword, {
  withoutAgreement: true,
  summary: 'Change one’s password; ends the other sessions',
  encoding: 'multipart',
  body: z.object({
    old_password: z.string().max(LIMITS.passwordMax * 4),
    password: Password,
    password_confirm: z.string().max(LIMITS.passwordMax),
    /** A second factor, if one is set up. */
    code: Code.optional(),
    credential: z.string().max(20_000).transform(parsedJson).pipe(Credential).optional(),
  }),
  reply: Done,
  perMinute: 60,
});

export const setLanguage = endpoint(routes.setLanguage, {
  summary: 'Store the language of this browser, and of the person when signed in',
  body: z.object({ language: Language }),
  reply: Done,
});
