import { uuid } from './uuid.ts';

/** How long a tab remembers the ids of its own actions; equals ACTION_ID_KEPT_MS of the contract. */
const KEPT_MS = 300_000;

const own = new Map<string, number>();

/** A new id for a mutating call of this tab; the live event it causes is then known as an echo. */
export function newActionId(now = Date.now()): string {
  for (const [id, at] of own) if (at <= now - KEPT_MS) own.delete(id);
  const id = uuid();
  own.set(id, now);
  return id;
}

/** Whether an action was started by this tab within the last five minutes. */
export function isOwnAction(id: string | null, now = Date.now()): boolean {
  const at = id === null ? undefined : own.get(id);
  return at !== undefined && at > now - KEPT_MS;
}
