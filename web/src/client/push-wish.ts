/**
 * Who wants notifications in this browser. It stays when a session ends by itself, so that the person's next one subscribes
 * again, and is removed when they sign out.
 */
const WISH = 'cusp.push';

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
