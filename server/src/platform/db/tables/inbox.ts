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
  /** Where it is in the list: when it happened, or when it comes back. */
  place: Date;
  read_at: Date | null;
  done_at: Date | null;
  snoozed_until: Date | null;
}
