import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { User } from './identity.ts';
import { LIMITS } from './limits.ts';
import * as routes from './sign-in.routes.ts';
import { Done, IdB64, Language, Moment, ServerLoc } from './wire.ts';

/** Reply to a successful sign-in or refresh; the refresh token is in an HttpOnly cookie. */
export const AuthResult = z.object({
  access: z.string(),
  uid: IdB64,
  user_loc: ServerLoc,
  server_loc: ServerLoc,
  /** A guest's session: the person lives in the other region, `user_loc`. */
  guest: z.literal(true).optional(),
});
export type AuthResult = z.infer<typeof AuthResult>;

/** Limits of the session: idle timeout, final end, and its rights. */
export const SessionLimits = z.object({
  idle_minutes: z.number().int(),
  ends_at: Moment,
  /** It can only set up a second step. */
  unsecured: z.boolean(),
  /** Date from which it can only do that; omitted if the person has a second step or needs none. */
  second_step_due: Moment.optional(),
  /** Terms or a data processing agreement to be accepted; omitted if there are none. */
  agreements: z
    .object({
      due: Moment,
      /** Until they are accepted, people can read and export, but not change anything. */
      is_overdue: z.boolean(),
      /** Name of the group's owner, if only they can accept the missing documents. */
      party: z.string().nullable(),
    })
    .optional(),
});
export type SessionLimits = z.infer<typeof SessionLimits>;

/** The staff member of a support session, and how far it opens the account. */
export const SupportInfo = z.object({
  /** Distinguishes the sessions of a browser, which share one cookie. */
  id: z.number().int(),
  /** Name of the staff member. */
  staff: z.string(),
  mode: z.enum(['read', 'write']),
  sees_patients: z.boolean(),
});
export type SupportInfo = z.infer<typeof SupportInfo>;

/** Reply to a correct password of a person with a second step: no session yet, but a token for that step. */
export const SecondStepAsked = z.object({
  second_step: z.object({
    token: z.string(),
    /** The ways that work at the requested address. */
    ways: z.array(z.enum(['app', 'passkey', 'recovery'])),
    /** Our other addresses, at which this person has a passkey; only if none works here. */
    passkey_sites: z.array(z.url()),
  }),
});
export type SecondStepAsked = z.infer<typeof SecondStepAsked>;

/** The S256 challenge of a code verifier (RFC 7636). */
export const CodeChallenge = z.string().regex(/^[\w-]{43}$/);

/** The secret of a code challenge (RFC 7636). */
export const CodeVerifier = z.string().regex(/^[\w.~-]{43,128}$/);

/**
 * Reply to a correct password of a person whose data is in the other region: the page posts the code there, within a
 * minute.
 */
export const SignedInElsewhere = z.object({
  user_loc: ServerLoc,
  server_loc: ServerLoc,
  arrival_code: z.string().regex(/^[\w-]{43}$/),
});
export type SignedInElsewhere = z.infer<typeof SignedInElsewhere>;

/** `adm`: the administration area. `support`: the tab in which staff act for a customer. */
const CallFrom = z.string().max(20).optional();

/**
 * With `callfrom: 'adm'` the session opens only the administration, and only for staff. People of the other region are
 * found with `codeChallenge` only.
 */
export const login = endpoint(routes.login, {
  summary: 'Sign in with email and password',
  body: z.object({
    username: z.string().max(LIMITS.email),
    password: z.string().max(LIMITS.passwordMax * 4),
    callfrom: CallFrom,
    codeChallenge: CodeChallenge.optional(),
  }),
  reply: z.union([AuthResult, SecondStepAsked, SignedInElsewhere]),
  perMinute: 300,
});

/**
 * Accepted from pages of the other region only, by their `Origin`. The target page requests the session with
 * `completeArrival`.
 */
export const postArrival = endpoint(routes.postArrival, {
  summary: 'Form with which somebody who signed in at the other region’s site arrives here',
  encoding: 'form',
  body: z.object({
    code: SignedInElsewhere.shape.arrival_code,
    codeVerifier: CodeVerifier,
    /** Where to go afterwards: a path of this site. */
    next: z.string().max(2000).default(''),
    /** The language of the posting page. */
    language: Language.optional(),
  }),
  perMinute: 60,
});

/** Requires the action-id header or a JSON body, like `refreshSession`. */
export const completeArrival = endpoint(routes.completeArrival, {
  summary: 'The session, or the second step, of somebody who has just arrived from the other region’s site',
  reply: z.union([AuthResult, SecondStepAsked]),
  perMinute: 60,
});

/**
 * With `callfrom: 'download'` it is the call before the download of the lab software, and is refused for the same
 * reasons, so that the page can show them. With `callfrom: 'adm'` it checks the staff session; signed-in people who are
 * not staff get `not_device_manager`.
 */
export const checkSession = endpoint(routes.checkSession, {
  evenUnsecured: true,
  alsoStaff: true,
  summary: 'Who is signed in, with a fresh access token; does not rotate the refresh token',
  query: z.object({ callfrom: CallFrom }),
  reply: AuthResult.extend({ user: User, session: SessionLimits, support: SupportInfo.optional() }),
  perMinute: 600,
});

/** Requires the action-id header or a JSON body, because forms of other sites can send neither. */
export const refreshSession = endpoint(routes.refreshSession, {
  summary: 'A new access token; rotates the refresh cookie, whose reuse ends the session',
  query: z.object({ callfrom: CallFrom }),
  reply: AuthResult,
  perMinute: 300,
});

/** Ends the session of the cookie; requires the action-id header or a JSON body, like `refreshSession`. */
export const logout = endpoint(routes.logout, {
  summary: 'End the session of the cookie',
  query: z.object({ callfrom: CallFrom }),
  reply: Done,
});
