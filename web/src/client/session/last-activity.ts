import { onPersonalChange, readPersonal, writePersonal } from '../personal-storage.ts';

const NAME = 'active';
/** Throttles messages to other tabs, which may be this late. */
const ANNOUNCE_EVERY_MS = 5_000;

let latest = 0;
let announced = 0;
/** The latest reading of the clock, in milliseconds since 1970. */
let read = 0;

/** When any tab of this browser was last used, in milliseconds since 1970. */
export function lastActivity(): number {
  const now = Date.now();
  const stored = Number(readPersonal(NAME));
  if (Number.isFinite(stored)) latest = Math.max(latest, stored);
  // Setting the clock back neither counts as activity nor delays the idle limit.
  const setBackMs = Math.max(0, read - now);
  if (setBackMs > 0 || latest > now) announce(Math.min(latest - setBackMs, now));
  read = now;
  return latest;
}

/** Records user activity. `urgent` notifies the other tabs immediately instead of within seconds. */
export function noteActivity(urgent = false): void {
  const now = Date.now();
  latest = now;
  read = now;
  if (urgent || now - announced >= ANNOUNCE_EVERY_MS) announce(now);
}

function announce(used: number): void {
  latest = used;
  announced = Date.now();
  writePersonal(NAME, used);
}

/** Listens to activity in other tabs. */
export const onActivityElsewhere = (listener: () => void): (() => void) => onPersonalChange(NAME, listener);
