import { ACTION_ID_KEPT_MS } from '@cusp/contract/events';
import { uuid } from './uuid.ts';

interface OwnAction {
  startedAt: number;
  /** Id of its latest live event; null before that has arrived. */
  eventId: number | null;
}

const own = new Map<string, OwnAction>();
const ofReplies = new WeakMap<object, string>();

/** A new id for a mutating call of this tab; the live event it causes is then known as an echo. */
export function newActionId(now = Date.now()): string {
  for (const [id, { startedAt }] of own) if (startedAt <= now - ACTION_ID_KEPT_MS) own.delete(id);
  const id = uuid();
  own.set(id, { startedAt: now, eventId: null });
  return id;
}

/** Whether an action was started by this tab within the last five minutes. */
export function isOwnAction(id: string | null, now = Date.now()): boolean {
  const action = id === null ? undefined : own.get(id);
  return action !== undefined && action.startedAt > now - ACTION_ID_KEPT_MS;
}

/** Remembers the action of a reply; a proxy may send anything. */
export function noteActionOf(reply: unknown, id: string): void {
  if (typeof reply === 'object' && reply !== null) ofReplies.set(reply, id);
}

/** Remembers the live event of an own action. */
export function noteEcho(id: string | null, eventId: number): void {
  const action = id === null ? undefined : own.get(id);
  if (action) action.eventId = eventId;
}

/**
 * Whether a live event happened after the change that a reply confirms. False until the event of that change has
 * arrived, because a replay begins with older ones.
 */
export function isAfter(reply: object, eventId: number): boolean {
  const echo = own.get(ofReplies.get(reply) ?? '')?.eventId ?? null;
  return echo !== null && eventId > echo;
}
