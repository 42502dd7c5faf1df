import type { RequestStatus } from '@cusp/contract/connections';
import type { Generated, GeneratedAlways } from 'kysely';

export interface ShareGroupTable {
  id: Generated<number>;
  name: string;
  owner_id: number;
  created_at: Generated<Date>;
}

/** Invitations and members; the owner has no row here. */
export interface GroupMemberTable {
  id: Generated<number>;
  group_id: number;
  /** Null until a person with this address has an account. */
  user_id: number | null;
  email: string;
  email_key: string;
  requester_id: number;
  status: RequestStatus;
  token_hash: Buffer | null;
  token_expires_at: Date | null;
  language: Generated<string>;
  /** Until when the member may accept to become the owner of the group. */
  offered_until: Generated<Date | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** One row for each pair of people: `owner` requested, `user` was asked. */
export interface ConnectionTable {
  id: Generated<number>;
  owner_id: number;
  /** Null until a person with this address has an account. */
  user_id: number | null;
  email: string;
  email_key: string;
  /** Both email keys in sorted order, so that two requests in opposite directions meet in one row. */
  pair_key: string;
  status: RequestStatus;
  /** Designated by staff: customers cannot remove it. */
  is_locked: Generated<boolean>;
  /** Raised by each change of `is_locked` by staff; a change based on an older one is refused. */
  designation_version: Generated<number>;
  designation_changed_by: number | null;
  designation_changed_at: Date | null;
  owner_alias: Generated<string>;
  user_alias: Generated<string>;
  message: Generated<string>;
  token_hash: Buffer | null;
  token_expires_at: Date | null;
  /** The invited person signed up through the link in the mail; activation connects them. */
  accepted_at_signup: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Sent invitation mails, counted by sender and by address; rows past the window are ignored. */
export interface InvitationMailTable {
  id: Generated<number>;
  sender_id: number;
  email_key: string;
  sent_at: Generated<Date>;
}

export interface LabTable {
  id: Generated<number>;
  user_id: number | null;
  name: string;
  email: Generated<string>;
  company_name: string;
  company_address: Generated<string>;
  contact_name: Generated<string>;
  contact_email: Generated<string>;
  contact_phone: Generated<string>;
  logo_key: string | null;
  country: string;
  is_active: Generated<boolean>;
  created_at: Generated<Date>;
  /** Folded text that staff search, generated. */
  search: GeneratedAlways<string>;
}
