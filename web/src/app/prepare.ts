import { PAGES } from '@cusp/contract/pages';
import { matchRoutes } from 'react-router';
import { savesData } from '../client/landing.ts';
import { currentSession } from '../client/session/session-store.ts';
import { type Part, partOf } from './part.tsx';
import { type AppRoute, ROUTES } from './routes.ts';
import { homeOf, wayOn } from './way-on.ts';

/** The texts of the shell and of all it imports. */
export const SHELL_TEXTS = ['shell', 'dental'] as const;

/** What surrounds the screens of signed-in people. */
export const SHELL = partOf(() => import('./shell/Shell.tsx'), SHELL_TEXTS);

const table = ROUTES.map((route) => ({ path: route.path, handle: route }));

/** What an address (path and query) shows in the end to somebody who is signed in, or who is not. */
export function partsOf(address: string, isSignedIn: boolean): readonly Part[] {
  const { pathname, search } = new URL(address, 'https://here.invalid');
  if (pathname === PAGES.home) return isSignedIn ? partsOf(homeOf(), true) : [];
  const route = matchRoutes(table, pathname)?.at(-1)?.route.handle as AppRoute | undefined;
  if (route?.guard === 'guest' && isSignedIn) return partsOf(wayOn(search) ?? homeOf(), true);
  // An unknown address keeps the shell of those who are signed in.
  if (!route) return isSignedIn ? [SHELL] : [];
  // Others are led to the sign-in screen, which comes with the start.
  if (route.guard === 'user' && !isSignedIn) return [];
  return route.guard === 'user' ? [SHELL, route.part] : [route.part];
}

/** Loads what an address shows. Never fails: what cannot be loaded is told where it is to be shown. */
export async function prepare(address: string, isSignedIn: boolean): Promise<void> {
  await Promise.all(partsOf(address, isSignedIn).map((part) => part.load().catch(() => {})));
}

/** Loads what a link leads to as soon as somebody points at it or steps on it, unless they save data. */
export function prepareWhatIsPointedAt(): void {
  let last: HTMLAnchorElement | null = null;
  const onPoint = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link === last || link.origin !== location.origin || savesData()) return;
    last = link;
    void prepare(link.pathname + link.search, 'user' in currentSession());
  };
  for (const name of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(name, onPoint, { passive: true });
}
