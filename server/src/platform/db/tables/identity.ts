import type { Role, ShortcutSettings } from '@cusp/contract/identity';
import type { InboxKind } from '@cusp/contract/inbox.routes';
import type { AccountAction } from '@cusp/contract/staff-users';
import type { Language, SocialProvider } from '@cusp/contract/wire';
import type { WorkCalendar } from '@cusp/dental/appointments';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Region } from '../../region/region.ts';

/** Calendars stored before time zones were added have no zone. */
export type StoredCalendar = Omit<WorkCalendar, 'zone'> & Partial<Pick<WorkCalendar, 'zone'>>;

export interface AppUserTable {
  id: Generated<number>;
  email: string;
  /** The address in normalised spelling, see `emailKey`. */
  email_key: string;
  password_hash: string | null;
  first_name: string;
  last_name: string;
  role: Role;
  institution: Generated<string>;
  country: string;
  phone: Generated<string>;
  phone_verified: Generated<boolean>;
  address: Generated<string>;
  picture_key: string | null;
  picture_type: string | null;
  language: Generated<Language>;
  region: Region;
  region_set_at: Date | null;
  brand: Generated<string>;
  is_device_manager: Generated<boolean>;
  is_sales_manager: Generated<boolean>;
  is_staff: Generated<boolean>;
  is_device_user_viewer: Generated<boolean>;
  is_device_rental_manager: Generated<boolean>;
  use_auto_refresh: Generated<boolean>;
  post_publish_email: Generated<boolean>;
  post_edit_email: Generated<boolean>;
  comment_add_email: Generated<boolean>;
  comment_edit_email: Generated<boolean>;
  projection: Generated<'perspective' | 'parallel'>;
  shortcuts: JSONColumnType<ShortcutSettings, string | undefined, string>;
  push_kinds: ColumnType<InboxKind[], InboxKind[] | undefined, InboxKind[]>;
  /** Kinds of notices that are switched off. */
  inbox_off: ColumnType<InboxKind[], InboxKind[] | undefined, InboxKind[]>;
  /** Months for which the practice of this person keeps cases; 0 is indefinitely, null is the deployment's default. */
  retention_months: Generated<number | null>;
  retention_version: Generated<number>;
  /** Working days of this person's practice; null for the default week. */
  work_calendar: ColumnType<StoredCalendar | null, string | null | undefined, string | null>;
  work_calendar_version: Generated<number>;
  /** When the account closes permanently, or was closed while copies of its cases still exist. */
  closes_at: Generated<Date | null>;
  activated_at: Date | null;
  deleted_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** Folded text for searches, generated from the name and the institution. */
  search_name: GeneratedAlways<string>;
  search_institution: GeneratedAlways<string>;
  /** The device of their latest order. */
  last_device_id: number | null;
  last_sign_in_at: Date | null;
  /** When staff blocked their sign-in; null while it is allowed. */
  blocked_at: Date | null;
  blocked_by: number | null;
  block_reason: Generated<string>;
  /** Device managers granted the flag, which then does not depend on having devices. */
  is_rental_manager_granted: Generated<boolean>;
  /** Number of changes by staff. */
  staff_version: Generated<number>;
  staff_changed_by: number | null;
  /**
   * `home`: lives in this region. `guest`: lives in the other one and takes part in cases here, without a former
   * account here. `moved`: like a guest, with a former account here. `named`: only a name from an import, without an
   * address. All but `home` have no password, and a key that no address has.
   */
  presence: Generated<'home' | 'guest' | 'moved' | 'named'>;
  /** For `named` people: the owner of the practice that imported them. */
  imported_for: Generated<number | null>;
  moved_at: Date | null;
  /** When the other region last stated the group of a person who lives there. */
  circle_stated_at: Date | null;
  /** When the other region last read the name, address and settings of a person who lives there. */
  person_stated_at: Date | null;
}

/** Actions of staff on an account, with their reason and outcome. */
export interface AccountLogTable {
  id: Generated<number>;
  user_id: number;
  /** Null for actions of the person or automatic ones. */
  staff_id: number | null;
  action: AccountAction;
  reason: Generated<string>;
  at: Generated<Date>;
}

/** A change of a customer's address, requested by staff. At most one is open. */
export interface EmailChangeTable {
  id: Generated<number>;
  user_id: number;
  /** The new address, and its key. */
  email: string;
  email_key: string;
  reason: string;
  requested_by: number;
  requested_at: Generated<Date>;
  /** Expiry of the links. */
  expires_at: Date;
  /** Hashes of the tokens in the mails: to each address, and to the old one about an approval. */
  old_hash: Buffer;
  new_hash: Buffer;
  warning_hash: Buffer | null;
  old_agreed_at: Date | null;
  new_agreed_at: Date | null;
  /** The staff member who approved that the old mailbox is lost, and when the change proceeds without it. */
  approved_by: number | null;
  approved_at: Date | null;
  due_at: Date | null;
  ended_at: Date | null;
  end_reason: 'done' | 'refused' | 'stopped' | 'expired' | 'taken' | 'impossible' | null;
}

export interface MailTokenTable {
  hash: Buffer;
  purpose: 'activate' | 'reset' | 'undo';
  user_id: number;
  expires_at: Date;
  used_at: Date | null;
  created_at: Generated<Date>;
}

/** Target of a sign-in: the product for customers, or the administration. */
export type SignInKind = 'customer' | 'staff';
/**
 * `support`: staff act for a customer. `guest`: a person of the other region visits cases of this one. Neither begins
 * with a sign-in: the first begins with a link, the second with a code that their own region requested.
 */
export type SessionKind = SignInKind | 'support' | 'guest';

export interface SessionTable {
  id: GeneratedAlways<string>;
  kind: Generated<SessionKind>;
  user_id: number;
  refresh_hash: Buffer;
  user_agent: string;
  ip: string;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
  /** When it last began a visit to the other region. */
  visited_at: Generated<Date | null>;
  /** Session in the guest's own region from which the visit began. */
  home_session: Generated<string | null>;
  /** When that region last confirmed that the session continues. */
  home_checked_at: Generated<Date | null>;
}

export interface SpentRefreshTable {
  hash: Buffer;
  session_id: string;
  spent_at: Generated<Date>;
}

export interface LoginFailureTable {
  key: string;
  count: number;
  last_at: Date;
}

/** A one-time code of a person who signed in at the host of the other region, or who comes from there as a guest. */
export interface ArrivalCodeTable {
  hash: Buffer;
  user_id: number;
  challenge: string;
  /** How the person was authenticated; for a visit their own region has done so. */
  way: 'password' | SocialProvider | 'passkey' | 'visit';
  spent_at: Date | null;
  expires_at: Date;
  /** For a visit: the session in the person's own region. */
  home_session: Generated<string | null>;
}

/** Accepted requests of the other region; each is valid once. */
export interface RegionRequestTable {
  id: string;
  until: Date;
}

export interface AddressClaimTable {
  id: string;
  digest: Buffer;
  until: Date;
}

export interface UsedHumanCheckTable {
  hash: Buffer;
  expires_at: Date;
}

/** A code sent to a phone number; all four hashes are keyed digests. */
export interface PhoneCodeTable {
  id: GeneratedAlways<string>;
  owner_hash: Buffer;
  phone_hash: Buffer;
  network_hash: Buffer;
  code_hash: Buffer;
  tries: Generated<number>;
  created_at: Generated<Date>;
  expires_at: Date;
  verified_at: Date | null;
  ended_at: Date | null;
}

export interface MailRequestTable {
  /** Digest of the limited action and of the person or address. */
  key: string;
  asked_at: Generated<Date>;
}

export interface SocialIdentityTable {
  provider: SocialProvider;
  /** The provider's immutable id of the person. */
  subject: string;
  user_id: number;
  created_at: Generated<Date>;
}

export interface SocialFlowTable {
  browser_hash: Buffer;
  provider: SocialProvider;
  step: Generated<'asked' | 'answered' | 'form' | 'link' | 'linking' | 'done'>;
  /** Where the page was opened, such as `https://cusp.example`. */
  origin: string;
  /** Path of the page that handles the response. */
  page: string;
  client_state: string;
  code_challenge: string;
  /** Challenge for a code of the other region; null with a single region. */
  region_challenge: string | null;
  provider_state: string;
  nonce: string;
  verifier: string;
  subject: string | null;
  email: string | null;
  /** Whether the provider has verified the address. */
  email_proven: Generated<boolean>;
  first_name: Generated<string>;
  last_name: Generated<string>;
  /** The person who signed in, once known. */
  user_id: number | null;
  code_hash: Buffer | null;
  code_expires_at: Date | null;
  /** The other region's code, if the account is there. */
  region_code: string | null;
  expires_at: Date;
}
