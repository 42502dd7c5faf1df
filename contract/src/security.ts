import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import * as routes from './security.routes.ts';
import { AuthResult } from './sign-in.ts';
import { Done, Id, line, Moment, SrvLoc } from './wire.ts';

/** Six digits of an authenticator app, or a recovery code; spaces and dashes are ignored. */
export const Code = line(40);

/** WebAuthn options and responses, in the JSON form of browsers. */
const WebAuthn = z.looseObject({});
export const Credential = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
});
export type Credential = z.infer<typeof Credential>;

/**
 * Proves that the person at the keyboard owns the session: a code, or the password if sign-in requires nothing else.
 * Changes of factors need the password and a second factor, or a passkey that verifies the person, which is both.
 * Refused with `code_needed` or `password_needed` if that is missing, and with `proof_needed` if signing in again would
 * help.
 */
export const Proof = z.object({
  password: z
    .string()
    .max(LIMITS.passwordMax * 4)
    .optional(),
  code: Code.optional(),
  /** The answer to the options of `passkeyProof`. */
  credential: Credential.optional(),
});
export type Proof = z.input<typeof Proof>;

/** An active session of the signed-in person. Browser and system are null if the browser does not reveal them. */
export const PersonSession = z.object({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  kind: z.enum(['desktop', 'mobile', 'tablet', 'unknown']),
  ip: z.string(),
  /** ISO 3166-1 alpha-2 country of the address; null if unknown. */
  country: z.string().nullable(),
  created_at: Moment,
  last_used_at: Moment,
  /** Whether this is the session of the request. */
  current: z.boolean(),
});
export type PersonSession = z.infer<typeof PersonSession>;

export const listSessions = endpoint(routes.listSessions, {
  summary: 'Where the signed-in person is signed in, latest use first',
  reply: z.object({ sessions: z.array(PersonSession) }),
});

export const endSession = endpoint(routes.endSession, {
  withoutAgreement: true,
  summary: 'End one of one’s own sessions',
  params: z.object({ sessionId: z.uuid() }),
  body: Proof,
  reply: Done,
  perMinute: 60,
});

export const endOtherSessions = endpoint(routes.endOtherSessions, {
  withoutAgreement: true,
  summary: 'End all of one’s own sessions except the current one',
  body: Proof,
  reply: z.object({ ended: z.number().int() }),
  perMinute: 60,
});

export const Passkey = z.object({
  id: z.number().int(),
  name: z.string(),
  created_at: Moment,
  last_used_at: Moment.nullable(),
  /** Whether it works at the requested address; a passkey made at another brand's address does not. */
  here: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

const RecoveryCodes = z.array(z.string());

export const SecurityState = z.object({
  has_password: z.boolean(),
  /** Date since which an authenticator app is set up; null without one. */
  app_since: Moment.nullable(),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.number().int(),
  /** Whether the account must keep a second step. */
  required: z.boolean(),
  /** Whether passkeys can be made and used at the requested address. */
  passkeys_here: z.boolean(),
  /** When support removes the second steps that were reported as lost; null unless that was approved. */
  reset_due: Moment.nullable(),
  /** A change of the address that support requested and that the person can refuse; null if there is none. */
  email_change: z
    .object({
      /** The new address without most of its local part. */
      email: z.string(),
      /** Name of the staff member who requested it. */
      requested_by: z.string(),
      requested_at: Moment,
      /** From when the old address does not have to agree; null unless a colleague approved that. */
      due_at: Moment.nullable(),
    })
    .nullable(),
});
export type SecurityState = z.infer<typeof SecurityState>;

export const securityState = endpoint(routes.securityState, {
  evenUnsecured: true,
  alsoStaff: true,
  summary: 'What secures one’s account beside the password',
  reply: SecurityState,
});

export const beginApp = endpoint(routes.beginApp, {
  withoutAgreement: true,
  evenUnsecured: true,
  alsoStaff: true,
  summary: 'A new secret for an authenticator app; takes effect once it is confirmed',
  body: Proof,
  reply: z.object({ secret: z.string(), uri: z.string() }),
  perMinute: 60,
});

/** The recovery codes if the account had none; they are shown only once. */
const Codes = z.object({ recovery_codes: RecoveryCodes.nullable() });

export const confirmApp = endpoint(routes.confirmApp, {
  withoutAgreement: true,
  evenUnsecured: true,
  alsoStaff: true,
  summary: 'Turn the authenticator app on with a first code',
  body: z.object({ code: Code }),
  reply: Codes,
  perMinute: 60,
});

export const removeApp = endpoint(routes.removeApp, {
  withoutAgreement: true,
  summary: 'Turn the authenticator app off',
  body: Proof,
  reply: Done,
  perMinute: 60,
});

export const renewRecoveryCodes = endpoint(routes.renewRecoveryCodes, {
  withoutAgreement: true,
  summary: 'New recovery codes; the old ones stop working',
  body: Proof,
  reply: z.object({ recovery_codes: RecoveryCodes }),
  perMinute: 60,
});

export const passkeyProof = endpoint(routes.passkeyProof, {
  withoutAgreement: true,
  alsoStaff: true,
  summary: 'Options for the browser to prove by a passkey who is at the keyboard',
  reply: z.object({ options: WebAuthn }),
  perMinute: 60,
});

export const passkeyCreation = endpoint(routes.passkeyCreation, {
  withoutAgreement: true,
  evenUnsecured: true,
  alsoStaff: true,
  summary: 'Options for the browser to create a passkey',
  body: Proof,
  reply: z.object({ options: WebAuthn }),
  perMinute: 60,
});

const PasskeyName = line(routes.SECURITY_LIMITS.passkeyName).pipe(z.string().min(1));

export const addPasskey = endpoint(routes.addPasskey, {
  withoutAgreement: true,
  evenUnsecured: true,
  alsoStaff: true,
  summary: 'Store a passkey that the browser has created',
  body: z.object({ name: PasskeyName, credential: Credential }),
  reply: Codes,
  perMinute: 60,
});

export const renamePasskey = endpoint(routes.renamePasskey, {
  withoutAgreement: true,
  summary: 'Rename a passkey',
  params: z.object({ id: Id }),
  body: z.object({ name: PasskeyName }),
  reply: Done,
});

export const removePasskey = endpoint(routes.removePasskey, {
  withoutAgreement: true,
  summary: 'Remove a passkey',
  params: z.object({ id: Id }),
  body: Proof,
  reply: Done,
  perMinute: 60,
});

export const undoSecondStep = endpoint(routes.undoSecondStep, {
  summary: 'Remove a second step by the link in its mail; ends all sessions and the password',
  body: z.object({ token: line(200), srv_loc: SrvLoc }),
  /** Token for setting a new password; null for an account without one. */
  reply: z.object({ reset_token: z.string().nullable() }),
  perMinute: 60,
});

/** Returned by `login` after a correct password. */
const StepToken = z.string().max(100);

export const loginByCode = endpoint(routes.loginByCode, {
  summary: 'Second step of sign-in: a code of the authenticator app, or a recovery code',
  body: z.object({ token: StepToken, code: Code }),
  reply: AuthResult,
  perMinute: 120,
});

export const passkeyRequest = endpoint(routes.passkeyRequest, {
  summary: 'Options for the browser to use a passkey: instead of a password, or with `token` after it',
  body: z.object({
    token: StepToken.optional(),
    /** RP IDs for which the browser found nothing; others are asked for first. */
    not: z.array(z.string().max(253)).max(5).optional(),
  }),
  reply: z.object({ options: WebAuthn }),
  perMinute: 120,
});

export const loginByPasskey = endpoint(routes.loginByPasskey, {
  summary: 'Sign in with a passkey: instead of a password, or with `token` as the second step',
  body: z.object({ token: StepToken.optional(), credential: Credential }),
  reply: AuthResult,
  perMinute: 120,
});
