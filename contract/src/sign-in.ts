import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { User } from './identity.ts';
import { LIMITS } from './limits.ts';
import * as routes from './sign-in.routes.ts';
import { Done, IdB64, Moment, ServerLoc } from './wire.ts';

/** What a successful sign-in or refresh gives; the refresh token travels in an HttpOnly cookie. */
export const AuthResult = z.object({
  access: z.string(),
  uid: IdB64,
  user_loc: ServerLoc,
  server_loc: ServerLoc,
});
export type AuthResult = z.infer<typeof AuthResult>;

/** What limits the session: a while without use, its end whatever happens, and what it may do. */
export const SessionLimits = z.object({
  idle_minutes: z.number().int(),
  ends_at: Moment,
  /** It can only set up a second step. */
  unsecured: z.boolean(),
});
export type SessionLimits = z.infer<typeof SessionLimits>;

/** Who acts in a support session, and for how much of the account. */
export const SupportInfo = z.object({
  /** Name of the staff member. */
  staff: z.string(),
  mode: z.enum(['read', 'write']),
  sees_patients: z.boolean(),
});
export type SupportInfo = z.infer<typeof SupportInfo>;

/** A right password of somebody who also has a second step: no session yet, but what to take that step with. */
export const SecondStepAsked = z.object({
  second_step: z.object({
    token: z.string(),
    /** What works at the address that was asked. */
    ways: z.array(z.enum(['app', 'passkey', 'recovery'])),
    /** Other addresses of ours, where a passkey of this person works while none does here. */
    passkey_sites: z.array(z.url()),
  }),
});
export type SecondStepAsked = z.infer<typeof SecondStepAsked>;

/** `adm`: of the administration area. `support`: of the tab in which staff act for a customer. */
const CallFrom = z.string().max(20).optional();

/** With `callfrom: 'adm'` the session opens the administration alone, and only for staff. */
export const login = endpoint(routes.login, {
  summary: 'Sign in with e-mail and password',
  body: z.object({
    username: z.string().max(LIMITS.email),
    password: z.string().max(LIMITS.passwordMax * 4),
    callfrom: CallFrom,
  }),
  reply: z.union([AuthResult, SecondStepAsked]),
  perMinute: 300,
});

/**
 * With `callfrom: 'download'` the call that prepares the download of the lab software: refused with what the download
 * would be refused with, so that the page can say it. With `callfrom: 'adm'` it asks about the staff session; somebody
 * who is signed in and no staff is refused with `not_device_manager`.
 */
export const checkSession = endpoint(routes.checkSession, {
  evenUnsecured: true,
  alsoStaff: true,
  summary: 'Who is signed in, with a fresh access token; does not rotate the refresh token',
  query: z.object({ callfrom: CallFrom }),
  reply: AuthResult.extend({ user: User, session: SessionLimits, support: SupportInfo.optional() }),
  perMinute: 600,
});

/** Needs the action-id header or a JSON body: no form of another site can send either. */
export const refreshSession = endpoint(routes.refreshSession, {
  summary: 'A new access token; rotates the refresh cookie, whose reuse ends the session',
  query: z.object({ callfrom: CallFrom }),
  reply: AuthResult,
  perMinute: 300,
});

/** Ends the session of the cookie; as `refreshSession` it needs the action-id header or a JSON body. */
export const logout = endpoint(routes.logout, {
  summary: 'End the session of the cookie',
  query: z.object({ callfrom: CallFrom }),
  reply: Done,
});
