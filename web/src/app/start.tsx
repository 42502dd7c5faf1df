import { PAGES } from '@cusp/contract/pages';
import type { QueryClient } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { loadAppInfo, styleNonce } from '../brand/app-info.ts';
import { printLight } from '../brand/color-scheme.ts';
import { setLanding, setLandingData } from '../client/landing.ts';
import { followOtherTabs, restoreSession } from '../client/session/session.ts';
import { currentSession } from '../client/session/session-store.ts';
import { startI18n } from '../i18n/i18n.ts';
import { paintInSteps } from '../ui/use-after-first-paint.ts';
import { App } from './App.tsx';
import { preloadHoveredLinks, prepare, requestData } from './prepare.ts';

declare global {
  /** True once the first rows of the case list are painted, undefined if they will not be (`server/src/platform/http/rows-first.ts`). */
  var firstRows: undefined | Promise<true | undefined>;
}

const settled = (client: QueryClient) =>
  Promise.allSettled(
    client
      .getQueryCache()
      .getAll()
      .map(({ promise }) => promise),
  );

/** Loads the screen of the address, requests the session in parallel, and renders the app. */
export async function start(): Promise<void> {
  const { firstRows } = globalThis;
  // Style sheets and the code of screens would keep the page busy before the rows are painted.
  const styles = firstRows ? firstRows.then(applyLateStyles) : applyLateStyles();
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');

  // The scroll lock of dialogs creates a style element and looks for the CSP nonce under this name.
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
  const here = () => location.pathname + location.search;
  const prepareHere = (isSignedIn: boolean) => prepare(here(), isSignedIn);
  // Loaded with the first part that has queries; the sign-in page has none. Kept as in `partOf`.
  let client: Promise<QueryClient> | undefined;
  const queries = () => {
    client ??= import('./Queries.tsx').then(
      ({ queryClient }) => queryClient,
      (error) => {
        client = undefined;
        throw error;
      },
    );
    return client;
  };
  setLanding(async () => {
    await firstRows;
    queries().catch(() => {});
    await prepareHere(true);
  });
  setLandingData({
    async request() {
      const hasRows = await firstRows;
      await requestData(here(), queries());
      // The reply is there; a render without it would replace the painted rows by empty ones.
      if (hasRows) await queries().then(settled);
    },
    drop: () =>
      void queries().then(
        (client) => client.clear(),
        () => {},
      ),
  });
  followOtherTabs();
  const shared = new URLSearchParams(location.search).get('shared');
  if (shared) void import('../client/shared-files.ts').then(({ sharedFiles }) => sharedFiles(shared));
  // In parallel: the first screen loads while the session is requested from the server.
  const texts = startI18n();
  const session = restoreSession();
  const guestScreen = currentSession().status === 'out' ? prepareHere(false) : null;
  await Promise.all([loadAppInfo(), texts, session, guestScreen, styles]);
  preloadHoveredLinks();
  // The guard would do this after an empty render, which would remove the server's paint.
  if (location.pathname === PAGES.home && currentSession().status === 'out')
    history.replaceState(null, '', PAGES.login);
  printLight();
  paintInSteps();
  // As a transition it renders in short pieces, so that keys and clicks on the painted form are not delayed.
  startTransition(() => createRoot(root).render(<App />));
}

/**
 * Applies the style sheets for which the first paint of a visitor's page or of the case list does not wait, and removes the
 * styles of that paint (`server/src/html-page-template.ts`). A sheet that fails to load is skipped.
 */
async function applyLateStyles(): Promise<void> {
  await Promise.all([...document.querySelectorAll('link[data-late]')].map(applied));
  document.querySelector('style[data-first-paint]')?.remove();
}

function applied(preload: Element): Promise<unknown> {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.crossOrigin = '';
  sheet.setAttribute('href', preload.getAttribute('href') ?? '');
  const done = new Promise((resolve) => {
    sheet.onload = resolve;
    sheet.onerror = resolve;
  });
  preload.replaceWith(sheet);
  return done;
}
