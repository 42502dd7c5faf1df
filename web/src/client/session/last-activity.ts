import { onPersonalChange, readPersonal, writePersonal } from '../personal-storage.ts';

const NAME = 'active';
/** Other tabs hear of activity at most this often. */
const TELL_EVERY_MS = 5_000;

let latest = 0;
let told = 0;

/** When somebody last did something in any tab of this browser, in milliseconds since 1970. */
export function lastActivity(): number {
  const stored = Number(readPersonal(NAME));
  if (Number.isFinite(stored)) latest = Math.max(latest, stored);
  return latest;
}

/** Somebody has just done something. `urgent` tells the other tabs at once, otherwise they hear within seconds. */
export function noteActivity(urgent = false): void {
  const now = Date.now();
  latest = Math.max(latest, now);
  if (!urgent && now - told < TELL_EVERY_MS) return;
  told = now;
  writePersonal(NAME, now);
}

/** Hears of activity in other tabs. */
export const onActivityElsewhere = (listener: () => void): (() => void) => onPersonalChange(NAME, listener);
