import * as z from 'zod';
import { SignupFields } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { Country, LIMITS, Phone, Role } from './identity.ts';
import { PAGES } from './pages.ts';
import { AuthResult, SecondStepAsked } from './sign-in.ts';
import { Done, SocialProvider } from './wire.ts';

/** 32 bytes as URL-safe base64: the state, and the SHA-256 of the verifier. */
const Random = z.string().regex(/^[\w-]{43}$/);
/** The secret behind the code challenge, as RFC 7636 spells it. */
const Verifier = z.string().regex(/^[\w.~-]{43,128}$/);

/** Names of the providers in the address they answer to. */
export const BACKENDS = { facebook: 'facebook', 'google-oauth2': 'google' } as const;
const Backend = z.enum(['facebook', 'google-oauth2']);

/** Pages that a sign-in may end at; each takes a `SocialAnswer` as its query. */
export const ANSWER_PAGES = [PAGES.socialResponse, PAGES.socialComplete, PAGES.loginSocialComplete] as const;

/** How the pop-up ends: with a code to exchange, with the news that an activation mail is out, or refused. */
export const SocialAnswer = z.object({
  state: Random,
  code: Random.optional(),
  mailed: z.literal('1').optional(),
  error: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).optional(),
  /** Only with `not_activated`: whose activation to resend. */
  uid: z.string().max(24).optional(),
});
export type SocialAnswer = z.infer<typeof SocialAnswer>;

/**
 * What the completion page shows, as URL-safe base64 JSON in its query parameter `data`. It only shows: the
 * server keeps who the person is with the sign-in, and `state` tells that this browser is in the middle of it.
 */
export const SocialData = z.object({
  state: Random,
  google_login: z.literal(true).optional(),
  facebook_login: z.literal(true).optional(),
  gg_details: z.object({ email: z.string(), fullname: z.string() }).optional(),
  fb_details: z.object({ email: z.string(), username: z.string() }).optional(),
  /** An account with a password has this address: the page asks for it instead of the form. */
  has_account: z.boolean(),
});
export type SocialData = z.infer<typeof SocialData>;

/** What the provider does not tell; the page sends the filled ones only. */
export const CompletionFields = z.object({
  role: Role,
  institution: SignupFields.shape.institution,
  country: Country,
  phone: Phone.or(z.literal('')).default(''),
  address: SignupFields.shape.address,
});

export const socialStart = endpoint({
  method: 'GET',
  path: '/v1/auth/social/:provider/',
  access: 'public',
  summary: 'Where the pop-up begins: leads to the provider',
  params: z.object({ provider: SocialProvider }),
  query: z.object({ state: Random, redirectUri: z.string().max(400), codeChallenge: Random }),
  reply: 'redirect',
  perMinute: 60,
});

export const socialReturn = endpoint({
  method: 'GET',
  path: '/api/v1/complete/:backend/',
  access: 'public',
  summary: 'Where the provider sends the pop-up back to',
  params: z.object({ backend: Backend }),
  reply: 'redirect',
  perMinute: 60,
});

export const socialComplete = endpoint({
  method: 'POST',
  path: '/api/v1/complete/:backend/',
  access: 'public',
  summary: 'Create the account of a social sign-in with what its form adds',
  params: z.object({ backend: Backend }),
  encoding: 'form',
  body: CompletionFields,
  emits: ['contact_requested', 'contact_accepted', 'sguser_requested'],
  reply: 'redirect',
  perMinute: 60,
});

export const socialLink = endpoint({
  method: 'POST',
  path: '/v1/auth/social/link/',
  access: 'public',
  summary: 'Connect the social account with the account that has its address, by that account’s password',
  body: z.object({ password: z.string().max(LIMITS.passwordMax * 4) }),
  emits: ['contact_requested', 'contact_accepted', 'sguser_requested'],
  reply: z.object({ location: z.string() }),
  perMinute: 60,
});

export const socialValidateState = endpoint({
  method: 'GET',
  path: '/v1/qc/social-login/validate-state/',
  access: 'public',
  summary: 'Whether this browser is in a social sign-in with this state',
  query: z.object({ state: z.string().max(100).default('') }),
  reply: Done,
  perMinute: 120,
});

export const socialOtp = endpoint({
  method: 'POST',
  path: '/v1/auth/social/otp/',
  access: 'public',
  summary: 'Exchange the code of a social sign-in, once, for a session or the question for the second step',
  body: z.object({ code: Random, codeVerifier: Verifier }),
  reply: z.union([AuthResult, SecondStepAsked]),
  perMinute: 60,
});
