import * as z from 'zod';
import { SignupFields } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { Country, Phone, Role } from './identity.ts';
import { LIMITS } from './limits.ts';
import { AuthResult, CodeChallenge, CodeVerifier, SecondStepAsked, SignedInElsewhere } from './sign-in.ts';
import * as routes from './social.routes.ts';
import { Done, SocialProvider } from './wire.ts';

/** 32 bytes as URL-safe base64. */
const Random = z.string().regex(/^[\w-]{43}$/);
const Backend = z.enum(['facebook', 'google-oauth2']);

/** Result of the pop-up: a code to exchange, the notice that an activation mail was sent, or a refusal. */
export const SocialAnswer = z.object({
  state: Random,
  code: Random.optional(),
  mailed: z.literal('1').optional(),
  /** The other region's code for a person who has just signed up there. */
  region_code: Random.optional(),
  error: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).optional(),
  /** Only with `not_activated`: the account whose activation mail can be sent again. */
  uid: z.string().max(24).optional(),
});
export type SocialAnswer = z.infer<typeof SocialAnswer>;

/** An identity verified by the other region, sealed by and for itself; valid for as long as the sign-in. */
const Ticket = z
  .string()
  .regex(/^[\w-]+$/)
  .max(4000);

/**
 * Data of the completion page, as URL-safe base64 JSON in the query parameter `data`. For display only: the server
 * stores the identity with the sign-in, and `state` shows that this browser is in that sign-in.
 */
export const SocialData = z.object({
  state: Random,
  google_login: z.literal(true).optional(),
  facebook_login: z.literal(true).optional(),
  gg_details: z.object({ email: z.string(), fullname: z.string() }).optional(),
  fb_details: z.object({ email: z.string(), username: z.string() }).optional(),
  /** An account with a password has this address: the page asks for that password instead of showing the form. */
  has_account: z.boolean(),
  /** Data with which the other region creates the account, readable only by that region. */
  ticket: Ticket.optional(),
});
export type SocialData = z.infer<typeof SocialData>;

/** Fields that the provider does not share; the page sends only those that are filled in. */
export const CompletionFields = z.object({
  role: Role,
  institution: SignupFields.shape.institution,
  country: Country,
  phone: Phone.or(z.literal('')).default(''),
  address: SignupFields.shape.address,
});

export const socialStart = endpoint(routes.socialStart, {
  summary: 'Start of the pop-up: redirects to the provider',
  params: z.object({ provider: SocialProvider }),
  query: z.object({
    state: Random,
    redirectUri: z.string().max(400),
    codeChallenge: CodeChallenge,
    /**
     * For a code of the other region, whose verifier this region must not get; without it only this region is asked.
     */
    regionChallenge: CodeChallenge.optional(),
  }),
  perMinute: 60,
});

export const socialReturn = endpoint(routes.socialReturn, {
  summary: 'Callback of the provider in the pop-up',
  params: z.object({ backend: Backend }),
  perMinute: 60,
});

export const socialComplete = endpoint(routes.socialComplete, {
  summary: 'Create the account of a social sign-in with what its form adds',
  params: z.object({ backend: Backend }),
  encoding: 'form',
  body: CompletionFields,
  perMinute: 60,
});

export const socialSignUp = endpoint(routes.socialSignUp, {
  summary:
    'Create the account of a social sign-in that began in the other region; sending it twice creates one',
  alsoOtherRegion: true,
  body: z.object({ ticket: Ticket, ...CompletionFields.shape }),
  /** A code with which the page that began arrives here, or the notice that an activation mail was sent. */
  reply: z.union([z.object({ arrival_code: Random }), z.object({ mailed: z.literal(true) })]),
  perMinute: 60,
});

export const socialForget = endpoint(routes.socialForget, {
  summary: 'Forget the sign-in of this browser, whose account was created in the other region',
  reply: Done,
  perMinute: 60,
});

export const socialLink = endpoint(routes.socialLink, {
  summary:
    'Connect the social account to the account with its address, by that account’s password and then its second step',
  body: z.object({ password: z.string().max(LIMITS.passwordMax * 4) }),
  reply: z.object({ location: z.string() }),
  perMinute: 60,
});

export const socialValidateState = endpoint(routes.socialValidateState, {
  summary: 'Whether this browser is in a social sign-in with this state',
  query: z.object({ state: z.string().max(100).default('') }),
  reply: Done,
  perMinute: 120,
});

export const socialOtp = endpoint(routes.socialOtp, {
  summary: 'Exchange the code of a social sign-in, once, for a session or the second step',
  body: z.object({ code: Random, codeVerifier: CodeVerifier }),
  reply: z.union([AuthResult, SecondStepAsked, SignedInElsewhere]),
  perMinute: 60,
});
