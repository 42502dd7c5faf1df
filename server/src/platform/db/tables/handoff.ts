import type { Generated } from 'kysely';

export interface CaseHandoffTable {
  id: Generated<string>;
  user_id: number;
  case_id: number;
  /** Session the code was asked for in; the device is let go when it ends. */
  session_id: string;
  /** Null once the code is spent. */
  code_hash: Buffer | null;
  code_expires_at: Date;
  /** Of the device's cookie; null until the code is spent. */
  token_hash: Buffer | null;
  user_agent: Generated<string>;
  created_at: Generated<Date>;
  opened_at: Date | null;
  last_used_at: Date | null;
  expires_at: Date | null;
  ended_at: Date | null;
}
