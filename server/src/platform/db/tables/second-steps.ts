import type { SocialProvider } from '@cusp/contract/wire';
import type { Generated } from 'kysely';
import type { SignInKind } from './identity.ts';

export interface AuthenticatorAppTable {
  user_id: number;
  /** Encrypted. */
  secret: Buffer;
  /** Null until a first code has proved that the app has the secret. */
  confirmed_at: Date | null;
  /** Number of the last 30-second step whose code was used, so that a code works only once. */
  last_step: Generated<number>;
  created_at: Generated<Date>;
}

export interface RecoveryCodeTable {
  user_id: number;
  hash: Buffer;
  used_at: Date | null;
  /** Encrypted key of the hash; null for codes that are hashed with the deployment's secret. */
  key: Buffer | null;
}

export interface PasskeyTable {
  id: Generated<number>;
  user_id: number;
  /** URL-safe base64, as browsers write it. */
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  /** Host the passkey is bound to. */
  rp_id: string;
  name: string;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

export interface PasskeyChallengeTable {
  hash: Buffer;
  purpose: 'create' | 'sign-in';
  origin: string;
  user_id: number | null;
  expires_at: Date;
}

/** A reset of lost second steps, requested by one staff member and approved by another. At most one is open. */
export interface StepResetTable {
  id: Generated<number>;
  user_id: number;
  reason: string;
  requested_by: number;
  requested_at: Generated<Date>;
  approved_by: number | null;
  approved_at: Date | null;
  /** When the steps are removed. */
  due_at: Date | null;
  /** Hash of the token in the mail, which cancels it. */
  cancel_hash: Buffer | null;
  ended_at: Date | null;
  end_reason: 'done' | 'cancelled' | 'refused' | 'used' | 'blocked' | 'lapsed' | 'impossible' | null;
}

export interface SignInStepTable {
  hash: Buffer;
  /** Kind of session that the step leads to. */
  kind: Generated<SignInKind>;
  user_id: number;
  expires_at: Date;
  /** A social account to connect once the step is done; null after other sign-ins. */
  link_provider: SocialProvider | null;
  link_subject: string | null;
}

export interface KnownDeviceTable {
  user_id: number;
  hash: Buffer;
  first_seen_at: Generated<Date>;
  last_seen_at: Generated<Date>;
}
