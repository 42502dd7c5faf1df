import { PAGES } from '@cusp/contract/pages';
import { MantineProvider } from '@mantine/core';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter, useLocation } from 'react-router';
import { styleNonce } from '../brand/app-info.ts';
import { colorSchemeManager } from '../brand/color-scheme.ts';
import { cssVariables, theme } from '../brand/theme.ts';
import { isTemporary } from '../client/api-error.ts';
import { isSupportTab } from '../client/area.ts';
import { connection, onConnection, watchNetwork } from '../client/connection.ts';
import { currentSession, onSession, useSession } from '../client/session/session-store.ts';
import { DialogsProvider } from '../ui/dialogs/DialogsProvider.tsx';
import { ConnectionStrip } from './ConnectionStrip.tsx';
import { NavigationNotice } from './NavigationNotice.tsx';
import { useIsWaiting } from './part.tsx';
import classes from './progress-line.module.css';
import { Screens } from './Screens.tsx';

const RETRIES = 2;

/**
 * Live events invalidate queries; this stale time matters only while they are off or disconnected. Without a connection
 * requests fail at once instead of waiting, so that no page shows placeholders for ever, and what failed is requested
 * again when it is back.
 */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < RETRIES && connection().isUp && isTemporary(error),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

watchNetwork();
// The browser's own events say nothing about a server that does not respond.
onlineManager.setEventListener(() => () => {});
onConnection(() => onlineManager.setOnline(connection().isUp));

// Clears the cache so that the next person in this browser never sees the data of the previous one.
onSession(() => {
  if (currentSession().status === 'out') queryClient.clear();
});

const IdleWatch = lazy(() => import('./IdleWatch.tsx'));
const SupportBar = lazy(() => import('./SupportBar.tsx'));
const GuestBar = lazy(() => import('./GuestBar.tsx'));
const SupportOver = lazy(() => import('./SupportOver.tsx'));
const SessionOver = lazy(() => import('./SessionOver.tsx'));
const Unreachable = lazy(() => import('./Unreachable.tsx'));
const schemes = colorSchemeManager();

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <DialogsProvider>
          <BrowserRouter>
            <Content />
          </BrowserRouter>
        </DialogsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Content() {
  const session = useSession();
  const { status } = session;
  const { pathname } = useLocation();
  // Nobody signs in to a support tab; /support itself begins a session.
  const isSupportOver =
    isSupportTab && (status === 'relogin' || (status === 'out' && pathname !== PAGES.support));
  return (
    <>
      {session.status === 'in' && session.support && (
        <Suspense fallback={null}>
          <SupportBar support={session.support} name={session.user.name} endsAt={session.limits.ends_at} />
        </Suspense>
      )}
      {session.status === 'in' && session.isGuest && (
        <Suspense fallback={null}>
          <GuestBar here={session.serverLoc} home={session.userLoc} />
        </Suspense>
      )}
      <ConnectionStrip hasContent={status === 'in'} />
      <Suspense fallback={null}>
        {status === 'unreachable' ? <Unreachable /> : isSupportOver ? <SupportOver /> : <Screens />}
      </Suspense>
      {/* A separate Suspense boundary: loading the watchers must not hide the screen. */}
      <Suspense fallback={null}>
        {session.status === 'in' && !isSupportTab && <IdleWatch limits={session.limits} />}
        {status === 'relogin' && !isSupportTab && <SessionOver />}
      </Suspense>
      <ProgressLine />
      <NavigationNotice />
    </>
  );
}

/**
 * A thin progress line at the top while the next screen loads and the previous one is still shown. Short
 * waits show nothing.
 */
function ProgressLine() {
  const { t } = useTranslation('common');
  const isWaiting = useIsWaiting();
  return isWaiting && <div className={classes.mark} role="progressbar" aria-label={t('loading')} />;
}
