import { onPersonalChange, readPersonal, writePersonal } from '../personal-storage.ts';

const NAME = 'active';
/** Throttles messages to other tabs, which may be this late. */
const ANNOUNCE_EVERY_MS = 5_000;

let latest = 0;
let announced = 0;

/** When any tab of this browser was last used, in milliseconds since 1970. */
export function lastActivity(): number {
  const stored = Number(readPersonal(NAME));
  if (Number.isFinite(stored)) latest = Math.max(latest, stored);
  // After the clock was set back; until it has caught up, nobody would count as idle.
  if (latest > Date.now()) noteActivity(true);
  return latest;
}

/** Records user activity. `urgent` notifies the other tabs at once instead of within seconds. */
export function noteActivity(urgent = false): void {
  const now = Date.now();
  latest = now;
  if (!urgent && now - announced < ANNOUNCE_EVERY_MS) return;
  announced = now;
  writePersonal(NAME, now);
}

/** Listens to activity in other tabs. */
export const onActivityElsewhere = (listener: () => void): (() => void) => onPersonalChange(NAME, listener);
