import { ACTION_ID_KEPT_MS } from '@cusp/contract/events';
import { uuid } from './uuid.ts';

const own = new Map<string, number>();

/** A new id for a mutating call of this tab; the live event it causes is then known as an echo. */
export function newActionId(now = Date.now()): string {
  for (const [id, at] of own) if (at <= now - ACTION_ID_KEPT_MS) own.delete(id);
  const id = uuid();
  own.set(id, now);
  return id;
}

/** Whether an action was started by this tab within the last five minutes. */
export function isOwnAction(id: string | null, now = Date.now()): boolean {
  const at = id === null ? undefined : own.get(id);
  return at !== undefined && at > now - ACTION_ID_KEPT_MS;
}
