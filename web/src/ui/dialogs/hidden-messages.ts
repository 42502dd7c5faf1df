import { readCookie, writeCookie } from '../cookies.ts';

/** One cookie holds the keys of all messages that somebody does not want to see again. */
const COOKIE = 'hide';
const YEARS = 10;

const hiddenKeys = (): string[] => (readCookie(COOKIE) ?? '').split('.').filter(Boolean);

/** Whether a message stays hidden. Browsers keep a cookie for 400 days at most, so one that is used is renewed. */
export function isHidden(key: string): boolean {
  const keys = hiddenKeys();
  if (!keys.includes(key)) return false;
  writeCookie(COOKIE, keys.join('.'), YEARS);
  return true;
}

/** Keeps a message (a key of letters, digits and dashes) from being shown again in this browser. */
export function hideMessage(key: string): void {
  if (!isHidden(key)) writeCookie(COOKIE, [...hiddenKeys(), key].join('.'), YEARS);
}
