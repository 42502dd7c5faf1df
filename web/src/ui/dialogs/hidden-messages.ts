import { readCookie, writeCookie } from '../cookies.ts';

/** One cookie holds the keys of all messages that somebody does not want to see again. */
const COOKIE = 'hide';
const YEARS = 10;

const hiddenKeys = (): string[] => (readCookie(COOKIE) ?? '').split('.').filter(Boolean);

export const isHidden = (key: string): boolean => hiddenKeys().includes(key);

/** Keeps a message (a key of letters, digits and dashes) from being shown again in this browser. */
export function hideMessage(key: string): void {
  if (!isHidden(key)) writeCookie(COOKIE, [...hiddenKeys(), key].join('.'), YEARS);
}
