import type { ActivityAction } from '@cusp/contract/dashboard';
import type { EventName } from '@cusp/contract/event-names';
import type { Tx } from '../db/database.ts';
import type { Doer } from '../http/actor.ts';

export interface NewEvent {
  name: EventName;
  /** Label in the activity list, for events that it shows. */
  activity?: ActivityAction;
  caseId?: number;
  /** Everybody who may see it now, because that cannot be computed after a deletion. */
  audience: readonly number[];
  /** Ids only, never content. */
  ids?: Record<string, number | number[]>;
  /** Codes of the state before and after, for the history of the case. */
  change?: { from: string; to: string };
}

/** Inserts the row of an event and returns its id. Use cases call `work.record`, which also wakes the readers. */
export async function writeEvent(tx: Tx, actor: Doer, event: NewEvent): Promise<number> {
  const { id } = await tx
    .insertInto('event')
    .values({
      name: event.name,
      activity: event.activity ?? null,
      case_id: event.caseId ?? null,
      actor_id: actor.userId ?? null,
      acting_for: actor.support?.staffId ?? null,
      action_id: actor.actionId ?? null,
      audience: [...new Set(event.audience)],
      ids: JSON.stringify(event.ids ?? {}),
      change: event.change ? JSON.stringify(event.change) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
