import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import * as routes from './security.routes.ts';
import { AuthResult } from './sign-in.ts';
import { Done, Id, line, Moment } from './wire.ts';

/** Six digits of an authenticator app, or a recovery code; blanks and dashes do not matter. */
export const Code = line(40);

/**
 * Shows that the person at the keyboard is the owner of the session: a code, or the password where sign-in asks for no
 * more. Refused with `code_needed` where an app is set up, with `proof_needed` where signing in anew would help.
 */
export const Proof = z.object({
  password: z
    .string()
    .max(LIMITS.passwordMax * 4)
    .optional(),
  code: Code.optional(),
});
export type Proof = z.input<typeof Proof>;

/** A living session of the signed-in person. Browser and system are null where the browser does not tell. */
export const PersonSession = z.object({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  kind: z.enum(['desktop', 'mobile', 'tablet', 'unknown']),
  ip: z.string(),
  /** ISO 3166-1 alpha-2 of the address, null where it tells nothing. */
  country: z.string().nullable(),
  created_at: Moment,
  last_used_at: Moment,
  /** The session that asks. */
  current: z.boolean(),
});
export type PersonSession = z.infer<typeof PersonSession>;

export const listSessions = endpoint(routes.listSessions, {
  summary: 'Where the signed-in person is signed in, latest use first',
  reply: z.object({ sessions: z.array(PersonSession) }),
});

export const endSession = endpoint(routes.endSession, {
  summary: 'End one of the own sessions',
  params: z.object({ sessionId: z.uuid() }),
  body: Proof,
  reply: Done,
  perMinute: 60,
});

export const endOtherSessions = endpoint(routes.endOtherSessions, {
  summary: 'End all of the own sessions but the present one',
  body: Proof,
  reply: z.object({ ended: z.number().int() }),
  perMinute: 60,
});

export const Passkey = z.object({
  id: z.number().int(),
  name: z.string(),
  created_at: Moment,
  last_used_at: Moment.nullable(),
  /** Works at the address that was asked; one made at another brand's address does not. */
  here: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

const RecoveryCodes = z.array(z.string());

export const SecurityState = z.object({
  has_password: z.boolean(),
  /** Since when an authenticator app is asked; null when none is. */
  app_since: Moment.nullable(),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.number().int(),
  /** The account must keep one of them. */
  required: z.boolean(),
  /** Passkeys can be made and used at the address that was asked. */
  passkeys_here: z.boolean(),
});
export type SecurityState = z.infer<typeof SecurityState>;

export const securityState = endpoint(routes.securityState, {
  evenUnsecured: true,
  alsoStaff: true,
  summary: 'What secures the own account beside the password',
  reply: SecurityState,
});

export const beginApp = endpoint(routes.beginApp, {
  evenUnsecured: true,
  alsoStaff: true,
  summary: 'A new secret for an authenticator app; nothing changes before it is confirmed',
  body: Proof,
  reply: z.object({ secret: z.string(), uri: z.string() }),
  perMinute: 60,
});

/** Recovery codes are told when there were none; they are not told again. */
const Codes = z.object({ recovery_codes: RecoveryCodes.nullable() });

export const confirmApp = endpoint(routes.confirmApp, {
  evenUnsecured: true,
  alsoStaff: true,
  summary: 'Turn the authenticator app on by a first code',
  body: z.object({ code: Code }),
  reply: Codes,
  perMinute: 60,
});

export const removeApp = endpoint(routes.removeApp, {
  summary: 'Turn the authenticator app off',
  body: Proof,
  reply: Done,
  perMinute: 60,
});

export const renewRecoveryCodes = endpoint(routes.renewRecoveryCodes, {
  summary: 'New recovery codes; the old ones end',
  body: Proof,
  reply: z.object({ recovery_codes: RecoveryCodes }),
  perMinute: 60,
});

/** Options and answers of WebAuthn travel as the browser's own JSON. */
const WebAuthn = z.looseObject({});
export const Credential = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
});
export type Credential = z.infer<typeof Credential>;

export const passkeyCreation = endpoint(routes.passkeyCreation, {
  evenUnsecured: true,
  alsoStaff: true,
  summary: 'What the browser needs to make a passkey',
  body: Proof,
  reply: z.object({ options: WebAuthn }),
  perMinute: 60,
});

const PasskeyName = line(routes.SECURITY_LIMITS.passkeyName).pipe(z.string().min(1));

export const addPasskey = endpoint(routes.addPasskey, {
  evenUnsecured: true,
  alsoStaff: true,
  summary: 'Keep a passkey that the browser has made',
  body: z.object({ name: PasskeyName, credential: Credential }),
  reply: Codes,
  perMinute: 60,
});

export const renamePasskey = endpoint(routes.renamePasskey, {
  summary: 'Name a passkey anew',
  params: z.object({ id: Id }),
  body: z.object({ name: PasskeyName }),
  reply: Done,
});

export const removePasskey = endpoint(routes.removePasskey, {
  summary: 'Remove a passkey',
  params: z.object({ id: Id }),
  body: Proof,
  reply: Done,
  perMinute: 60,
});

export const undoSecondStep = endpoint(routes.undoSecondStep, {
  summary: 'Take back a second step by the link of its mail; ends every session and the password',
  body: z.object({ token: line(200) }),
  /** Sets the new password; null where the account has none. */
  reply: z.object({ reset_token: z.string().nullable() }),
  perMinute: 60,
});

/** What a right password has earned; see `login`. */
const StepToken = z.string().max(100);

export const loginByCode = endpoint(routes.loginByCode, {
  summary: 'The second step of signing in: a code of the authenticator app, or a recovery code',
  body: z.object({ token: StepToken, code: Code }),
  reply: AuthResult,
  perMinute: 120,
});

export const passkeyRequest = endpoint(routes.passkeyRequest, {
  summary: 'What the browser needs to use a passkey: instead of a password, or with `token` after it',
  body: z.object({ token: StepToken.optional() }),
  reply: z.object({ options: WebAuthn }),
  perMinute: 120,
});

export const loginByPasskey = endpoint(routes.loginByPasskey, {
  summary: 'Sign in by a passkey: instead of a password, or with `token` as the second step',
  body: z.object({ token: StepToken.optional(), credential: Credential }),
  reply: AuthResult,
  perMinute: 120,
});
