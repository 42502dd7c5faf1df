import type { Generated } from 'kysely';

export type SupportMode = 'read' | 'write';

/** A customer's consent that support looks at their account. */
export interface SupportGrantTable {
  id: Generated<number>;
  user_id: number;
  mode: SupportMode;
  sees_patients: boolean;
  until: Date;
  created_at: Generated<Date>;
  revoked_at: Date | null;
}

/** A request of staff to act for a customer and, once its link was opened, the resulting session. */
export interface SupportSessionTable {
  id: Generated<number>;
  staff_id: number;
  subject_id: number;
  reason_code: string;
  reason: string;
  ticket: Generated<string>;
  mode: SupportMode;
  sees_patients: Generated<boolean>;
  /** The consent behind it; without one a second staff member approves. */
  grant_id: number | null;
  approved_by: number | null;
  requested_at: Generated<Date>;
  approved_at: Date | null;
  /** SHA-256 of the token of its link; null before the link is made and after it was opened. */
  link_hash: Buffer | null;
  link_until: Date | null;
  /** The staff session that opened it; it ends with that one. */
  staff_session_id: string | null;
  /** The row of `session`, which housekeeping removes eventually; null before it began. */
  session_id: string | null;
  started_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
  end_reason: string | null;
}
