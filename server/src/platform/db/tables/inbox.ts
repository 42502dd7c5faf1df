import type { StatusCode } from '@cusp/contract/cases';
import type { InboxWhat } from '@cusp/contract/inbox';
import type { InboxKind } from '@cusp/contract/inbox.routes';
import type { Generated } from 'kysely';

/** A notice of a person; about a case, a connection or a membership of a group. */
export interface InboxItemTable {
  id: Generated<number>;
  user_id: number;
  kind: InboxKind;
  what: InboxWhat;
  case_id: number | null;
  connection_id: number | null;
  member_id: number | null;
  actor_id: number | null;
  status: StatusCode | null;
  /** `YYYY-MM-DD`. */
  due: string | null;
  /** The latest event that it is about; null for a delivery date. */
  event_id: number | null;
  at: Date;
  /** Position in the list: when it happened, or when it comes back. */
  place: Date;
  read_at: Date | null;
  done_at: Date | null;
  snoozed_until: Date | null;
  /** `place`, `read_at`, `done_at` and `snoozed_until` before the last `done` or `snooze`, for undo. */
  was: Record<string, string | null> | null;
}

/** A browser that gets notifications until its session ends. */
export interface PushSubscriptionTable {
  id: Generated<number>;
  session_id: string;
  /** Address at the push service of the browser's maker. */
  endpoint: string;
  /** Public key of the browser, an uncompressed point of P-256. */
  browser_key: Buffer;
  auth_secret: Buffer;
  created_at: Generated<Date>;
}

/** The one key pair by which push services identify this deployment (VAPID, RFC 8292). */
export interface VapidKeyTable {
  id: Generated<number>;
  /** An uncompressed point of P-256, URL-safe base64. */
  public_key: string;
  /** PKCS #8, sealed with the deployment's secret. */
  private_key: Buffer;
}
