import type { StatusCode } from '@cusp/contract/cases';
import type { EventName } from '@cusp/contract/event-names';
import type { InboxWhat } from '@cusp/contract/inbox';
import type { InboxKind } from '@cusp/contract/inbox.routes';

/** A notice for some people; who of them gets it is decided when it is stored. */
export interface NewNotice {
  kind: InboxKind;
  what: InboxWhat;
  people: readonly number[];
  caseId?: number;
  connectionId?: number;
  memberId?: number;
  /** Author of the event, if not its actor. */
  by?: number;
  status?: StatusCode;
}

export interface FiledEvent {
  id: number;
  at: Date;
  name: EventName;
  case_id: number | null;
  actor_id: number | null;
  audience: number[];
  ids: Record<string, number | number[]>;
  change: { from: string; to: string } | null;
}
