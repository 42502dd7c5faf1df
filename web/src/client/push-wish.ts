import { readPersonal, writePersonal } from './personal-storage.ts';

/**
 * The id of the person who wants notifications in this browser. It stays when a session ends by itself, so that the person's
 * next one subscribes again, and is removed when they sign out.
 */
const WISH = 'cusp.push';
/** Where pages of the previous release store it; it ends with the session. */
const FORMER = 'push';

/** Takes over the setting of a person who has used the previous release in this browser. */
export function takeOverPushWish(userId: number): void {
  if (readPersonal(FORMER) !== true) return;
  notePushWish(userId);
  writePersonal(FORMER, false);
}

export function wantsPush(userId: number): boolean {
  try {
    return localStorage.getItem(WISH) === String(userId);
  } catch {
    return false;
  }
}

export function notePushWish(userId: number): void {
  try {
    localStorage.setItem(WISH, String(userId));
  } catch {
    // Storage is full or blocked: the next session does not subscribe.
  }
}

export function dropPushWish(): void {
  try {
    localStorage.removeItem(WISH);
  } catch {}
}
