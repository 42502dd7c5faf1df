import type { Generated } from 'kysely';

export interface CaseHandoffTable {
  id: Generated<string>;
  user_id: number;
  case_id: number;
  /** Session that asked for the code; the phone loses access when it ends. */
  session_id: string;
  /** Null once the code was used. */
  code_hash: Buffer | null;
  code_expires_at: Date;
  /** Hash of the phone's cookie; null until the code was used. */
  token_hash: Buffer | null;
  user_agent: Generated<string>;
  created_at: Generated<Date>;
  opened_at: Date | null;
  last_used_at: Date | null;
  expires_at: Date | null;
  ended_at: Date | null;
}
