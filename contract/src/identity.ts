import * as z from 'zod';
import { ROLES } from './accounts.routes.ts';
import { COUNTRY_CODES } from './countries.ts';
import { ERRORS } from './errors.ts';
import { INBOX_KINDS } from './inbox.routes.ts';
import { LIMITS } from './limits.ts';
import { SHORTCUT_KEYS, SHORTCUTS } from './profile.routes.ts';
import { Language, line, ServerLoc, SocialProvider } from './wire.ts';
export const Role = z.enum(ROLES, { message: 'Choose one of the roles.' });
export type Role = z.infer<typeof Role>;

export const BLANK = 'This field may not be blank';
/** First or last name; '' if a form may leave it out, and for text without visible characters. */
export const PersonName = line(LIMITS.name);

/** An email address as typed; the server compares it ignoring case. */
export const Email = z.email({ message: 'Enter a valid email address.' }).max(LIMITS.email);
/** Checks only the length, not the composition; the server also refuses the most common passwords. */
export const Password = z
  .string()
  .min(LIMITS.passwordMin, { message: ERRORS.password_short.detail })
  .max(LIMITS.passwordMax, { message: ERRORS.password_long.detail });
/** ISO 3166-1 alpha-2. */
export const Country = z
  .string()
  .refine((code) => COUNTRY_CODES.includes(code), { message: 'Choose a country.' });
export const PHONE_MESSAGE = 'Enter a phone number with its country code, such as +49 89 123456.';
/** International format with +; spaces are allowed between digits. */
export const Phone = z
  .string()
  .max(LIMITS.phone, { message: PHONE_MESSAGE })
  .regex(/^\+[0-9 ]{6,19}$/, { message: PHONE_MESSAGE });

/** Whether single-key shortcuts work, and the keys that the person changed. */
export const ShortcutSettings = z.object({
  on: z.boolean(),
  keys: z.partialRecord(z.enum(SHORTCUTS), z.string().regex(SHORTCUT_KEYS)),
});
export type ShortcutSettings = z.infer<typeof ShortcutSettings>;

/** Personal settings; the notification switches decide which mails a person gets. */
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
  /** An EU account that was created before regions were assigned. */
  data_migrated: z.boolean(),
  /** One's data is being moved to the other region. */
  data_moving: z.literal(true).optional(),
  language: Language,
  shortcuts: ShortcutSettings,
  /** Kinds of notices that are switched off. */
  inbox_off: z.array(z.enum(INBOX_KINDS)).max(INBOX_KINDS.length),
  /** Kinds of notices that subscribed browsers show as notifications. */
  push_kinds: z.array(z.enum(INBOX_KINDS)).max(INBOX_KINDS.length),
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
  /** The provider of a social account; null for accounts with a password. */
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
