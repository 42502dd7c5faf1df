import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { ERRORS } from './errors.ts';
import { Done, IdB64, Language, line, Moment, ServerLoc, SocialProvider } from './wire.ts';

/** Role choices of sign-up and profile, as the form sends them. */
export const ROLES = ['Dental Clinic', 'Dental Lab', 'Dealer', 'Other'] as const;
export const Role = z.enum(ROLES, { message: 'Choose one of the roles.' });
export type Role = z.infer<typeof Role>;

export const LIMITS = {
  institution: 100,
  address: 200,
  phone: 20,
  name: 100,
  email: 254,
  passwordMin: 8,
  passwordMax: 128,
  pictureBytes: 5 * 1024 * 1024,
} as const;

/** An e-mail address as typed; the server compares it without case. */
export const Email = z.email({ message: 'Enter a valid email address.' }).max(LIMITS.email);
/** Length only, no rules of composition; the server also refuses the most common ones. */
export const Password = z
  .string()
  .min(LIMITS.passwordMin, { message: ERRORS.password_short.detail })
  .max(LIMITS.passwordMax, { message: ERRORS.password_long.detail });
/** ISO 3166-1 alpha-2. */
export const Country = z.string().regex(/^[A-Z]{2}$/, { message: 'Choose a country.' });
export const PHONE_MESSAGE = 'Enter a phone number with its country code, such as +49 89 123456.';
/** International format with +; blanks are allowed between digits. */
export const Phone = z
  .string()
  .max(LIMITS.phone, { message: PHONE_MESSAGE })
  .regex(/^\+[0-9 ]{6,19}$/, { message: PHONE_MESSAGE });

/** Personal settings; the notification switches steer which mails a person gets. */
export const UserSettings = z.object({
  use_auto_refresh: z.boolean(),
  post_publish_email: z.boolean(),
  post_edit_email: z.boolean(),
  comment_add_email: z.boolean(),
  comment_edit_email: z.boolean(),
  _3d_projection: z.enum(['perspective', 'parallel']),
  data_location: ServerLoc,
  data_loc_set: z.boolean(),
  data_loc_set_date: z.string().nullable(),
  language: Language,
});
export type UserSettings = z.infer<typeof UserSettings>;

export const User = z.object({
  id: z.number().int(),
  idb64: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  picture: z.string().nullable(),
  social_auth: z.boolean(),
  /** Who says who a social account's person is; null for accounts with a password. */
  social_provider: SocialProvider.nullable(),
  inst_type_guessed: z.enum(['Clinic', 'Lab', 'other']),
  has_sharegroup: z.boolean(),
  is_device_manager: z.boolean(),
  is_sales_manager: z.boolean(),
  is_staff: z.boolean(),
  is_device_user_viewer: z.boolean(),
  is_device_rental_manager: z.boolean(),
  settings: UserSettings,
});
export type User = z.infer<typeof User>;

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

export const SignupFields = z.object({
  username: Email,
  password: Password,
  password_confirm: z.string().max(LIMITS.passwordMax),
  first_name: line(LIMITS.name).pipe(z.string().min(1)),
  last_name: line(LIMITS.name).pipe(z.string().min(1)),
  role: Role,
  institution: line(LIMITS.institution).default(''),
  country: Country,
  phone: z.union([z.literal(''), Phone]).default(''),
  address: line(LIMITS.address).default(''),
  'g-recaptcha-response': z.string().max(10_000).default(''),
});

/** `{}` means valid; otherwise lines to show under the field. */
export const FieldCheck = z.object({ error_message: z.array(z.string()).optional() });

export const humanCheck = endpoint({
  method: 'GET',
  path: '/v1/auth/human-check/',
  access: 'public',
  summary: 'A proof-of-work challenge for the sign-up form',
  reply: z.looseObject({}),
});

export const defaultCountry = endpoint({
  method: 'GET',
  path: '/v1/auth/country/',
  access: 'public',
  summary: 'The country the request seems to come from, from data in the package',
  reply: z.object({ data: z.object({ country_code: z.string().nullable() }) }),
});

export const signup = endpoint({
  method: 'POST',
  path: '/v1/auth/signup/',
  access: 'public',
  summary: 'Create an account; an activation mail follows. A picture may travel as file `picture`',
  encoding: 'multipart',
  body: SignupFields,
  reply: Done,
  perMinute: 60,
});

export const validateField = endpoint({
  method: 'POST',
  path: '/v1/auth/validate/',
  access: 'public',
  summary: 'Check one field of one form while it is filled in',
  query: z.object({ form: line(40), field: line(40) }),
  encoding: 'multipart',
  body: z.record(z.string(), z.string().max(10_000)),
  reply: FieldCheck,
  perMinute: 600,
});

export const activate = endpoint({
  method: 'POST',
  path: '/v1/auth/activate/',
  access: 'public',
  summary: 'Activate an account by the link of its mail',
  body: z.object({ uidb64: IdB64, token: line(200) }),
  reply: Done,
  perMinute: 60,
});

export const requestActivate = endpoint({
  method: 'POST',
  path: '/v1/auth/request-activate/',
  access: 'public',
  summary: 'Send the activation mail again',
  body: z.object({ uid: IdB64 }),
  reply: Done,
  perMinute: 30,
});

/** A right password of somebody who also has a second step: no session yet, but what to take that step with. */
export const SecondStepAsked = z.object({
  second_step: z.object({
    token: z.string(),
    ways: z.array(z.enum(['app', 'passkey', 'recovery'])),
  }),
});
export type SecondStepAsked = z.infer<typeof SecondStepAsked>;

export const login = endpoint({
  method: 'POST',
  path: '/v1/auth/login/',
  access: 'public',
  summary: 'Sign in with e-mail and password',
  body: z.object({
    username: z.string().max(LIMITS.email),
    password: z.string().max(LIMITS.passwordMax * 4),
    callfrom: z.string().max(20).optional(),
  }),
  reply: z.union([AuthResult, SecondStepAsked]),
  perMinute: 300,
});

export const checkSession = endpoint({
  method: 'GET',
  path: '/v1/auth/check/',
  access: 'cookie',
  evenUnsecured: true,
  summary: 'Who is signed in, with a fresh access token; does not rotate the refresh token',
  query: z.object({ callfrom: z.string().max(20).optional() }),
  reply: AuthResult.extend({ user: User, session: SessionLimits }),
  perMinute: 600,
});

/** Needs the action-id header or a JSON body: no form of another site can send either. */
export const refreshSession = endpoint({
  method: 'POST',
  path: '/v1/auth/refresh/',
  access: 'public',
  summary: 'A new access token; rotates the refresh cookie, whose reuse ends the session',
  reply: AuthResult,
  perMinute: 300,
});

/** Ends the session of the cookie; as `refreshSession` it needs the action-id header or a JSON body. */
export const logout = endpoint({
  method: 'POST',
  path: '/v1/auth/logout/',
  access: 'public',
  summary: 'End the session of the cookie',
  reply: Done,
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/v1/reset-password/',
  access: 'public',
  summary: 'Send a link for a new password; answers alike for known and unknown addresses',
  body: z.object({ email: Email }),
  reply: Done,
  perMinute: 30,
});

export const validateResetToken = endpoint({
  method: 'POST',
  path: '/reset_password/validate_token/',
  access: 'public',
  summary: 'Whether a reset link still works',
  body: z.object({ token: line(200) }),
  reply: Done,
  perMinute: 60,
});

export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/reset_password/confirm/',
  access: 'public',
  summary: 'Set a new password by a reset link; ends every session',
  body: z.object({ token: line(200), password: Password }),
  reply: Done,
  perMinute: 60,
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/v1/auth/change-password/',
  access: 'user',
  summary: 'Change the own password; ends the other sessions',
  encoding: 'multipart',
  body: z.object({
    old_password: z.string().max(LIMITS.passwordMax * 4),
    password: Password,
    password_confirm: z.string().max(LIMITS.passwordMax),
  }),
  reply: Done,
  perMinute: 60,
});

export const setLanguage = endpoint({
  method: 'POST',
  path: '/v1/setLang/',
  access: 'public',
  summary: 'Keep the language of this browser, and of the person when signed in',
  body: z.object({ language: Language }),
  reply: Done,
});
