import type { ActivityAction } from '@cusp/contract/dashboard';
import type { EventName } from '@cusp/contract/events';
import { onCommit, type Tx } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import type { Hub } from './hub.ts';

interface NewEvent {
  name: EventName;
  /** Label in the activity list, when it belongs there. */
  activity?: ActivityAction;
  caseId?: number;
  /** Everybody who may see it now: after a deletion nobody could compute it. */
  audience: readonly number[];
  /** Ids only, never content. */
  ids?: Record<string, number | number[]>;
  /** Codes of what it was before and is now, for the history of the case. */
  change?: { from: string; to: string };
}

/** Who did it; nobody that is known for what somebody does through a link. */
type Doer = Pick<Actor, 'actionId'> & { userId: number | null };

/** Writes down what happened, in the transaction in which it happened; the live hub wakes after the commit. */
export async function record(tx: Tx, hub: Hub, actor: Doer, event: NewEvent): Promise<void> {
  await tx
    .insertInto('event')
    .values({
      name: event.name,
      activity: event.activity ?? null,
      case_id: event.caseId ?? null,
      actor_id: actor.userId,
      action_id: actor.actionId,
      audience: [...new Set(event.audience)],
      ids: JSON.stringify(event.ids ?? {}),
      change: event.change ? JSON.stringify(event.change) : null,
    })
    .execute();
  onCommit(tx, () => hub.wake());
}
