import { PAGES } from '@cusp/contract/pages';
import { safeNext } from '../client/next-path.ts';
import { isGuest } from '../client/session/session-store.ts';
import { isSmallScreen } from '../client/small-screen.ts';

/** The first screen of a signed-in person. */
export const homeOf = (): string => (isSmallScreen() || isGuest() ? PAGES.cases : PAGES.dashboard);

/**
 * Where a guest-only page redirects signed-in people: the `next` of its URL or the place they came from; null
 * for home.
 */
export function guestRedirect(search: string, state: unknown = null): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  const before = typeof from === 'string' ? from : null;
  const next = safeNext(new URLSearchParams(search).get('next')) ?? safeNext(before);
  return next === PAGES.home ? null : next;
}
