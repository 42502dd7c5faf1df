import { PAGES } from '@cusp/contract/pages';
import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';
import { isAdminArea } from '../client/area.ts';
import { savesData } from '../client/landing.ts';
import { currentSession } from '../client/session/session-store.ts';
import { guestRedirect, homeOf } from './guest-redirect.ts';
import { type Part, partOf } from './part.tsx';
import { ROUTES } from './routes.ts';

/** The text namespaces of the shell and everything it imports. */
export const SHELL_TEXTS = ['shell', 'dental'] as const;

/** All of the administration; other pages load nothing of it. */
export const ADMIN = partOf(() => import('./admin/AdminScreens.tsx'), []);

export const SHELL = partOf(() => import('./shell/Shell.tsx'), SHELL_TEXTS);

const table = ROUTES.map((route) => ({ path: route.path, handle: route }));

/** The parts that a URL (path and query) outside the administration renders for a signed-in person or a guest. */
export function partsOf(address: string, isSignedIn: boolean): readonly Part[] {
  const { pathname, search } = new URL(address, 'https://here.invalid');
  if (pathname === PAGES.home) return isSignedIn ? partsOf(homeOf(), true) : [];
  const route = matchRoutes(table, pathname)?.at(-1)?.route.handle as (typeof ROUTES)[number] | undefined;
  if (route?.guard === 'guest' && isSignedIn) return partsOf(guestRedirect(search) ?? homeOf(), true);
  // On unknown paths signed-in people keep the shell.
  if (!route) return isSignedIn ? [SHELL] : [];
  // Guests are redirected to the sign-in screen, which is in the initial bundle.
  if (route.guard === 'user' && !isSignedIn) return [];
  return route.guard === 'user' ? [SHELL, route.part] : [route.part];
}

/** Preloads the screen of a URL. Never fails: the screen itself reports load errors. */
export async function prepare(address: string, isSignedIn: boolean): Promise<void> {
  const parts = isAdminArea
    ? await adminPartsOf(address, isSignedIn).catch(() => [])
    : partsOf(address, isSignedIn);
  await Promise.all(parts.map((part) => part.load().catch(() => {})));
}

async function adminPartsOf(address: string, isSignedIn: boolean): Promise<readonly Part[]> {
  const [{ partsOfPath }] = await Promise.all([import('./admin/admin-parts.ts'), ADMIN.load()]);
  return partsOfPath(new URL(address, 'https://here.invalid').pathname, isSignedIn);
}

/** Requests the data of a signed-in person's first screen; the cache must be empty of another person's data. */
export async function requestData(address: string, queries: Promise<QueryClient>): Promise<void> {
  if (isAdminArea) return;
  const { search } = new URL(address, 'https://here.invalid');
  await Promise.all(partsOf(address, true).map((part) => part.requestData(queries, search)));
}

/** How long the pointer rests on a link before its target is loaded: many pass under it while a list is scrolled. */
const RESTS_MS = 50;

/** Preloads the target of a link that is pointed at, touched or focused, unless data-saving mode is on. */
export function preloadHoveredLinks(): void {
  let last: HTMLAnchorElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const linkOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  const load = (link: HTMLAnchorElement | null) => {
    if (!link || link.origin !== location.origin || savesData()) return;
    void prepare(link.pathname + link.search, 'user' in currentSession());
  };
  const onPoint = (event: PointerEvent) => {
    const link = linkOf(event);
    // A touch loads at once, with its own event after this one.
    if (link === last || event.pointerType === 'touch') return;
    last = link;
    clearTimeout(timer);
    timer = setTimeout(() => load(link), RESTS_MS);
  };
  document.addEventListener('pointerover', onPoint, { passive: true });
  document.addEventListener('touchstart', (event) => load(linkOf(event)), { passive: true });
  // After the event: a click focuses the link too, and matching its path would delay what it does.
  document.addEventListener('focusin', (event) => setTimeout(load, 0, linkOf(event)), { passive: true });
}
