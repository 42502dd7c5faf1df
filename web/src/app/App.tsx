import { isPage, PAGES } from '@cusp/contract/pages';
import { MantineProvider } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter, useLocation, useNavigate } from 'react-router';
import { styleNonce } from '../brand/app-info.ts';
import { colorSchemeManager } from '../brand/color-scheme.ts';
import { cssVariables, theme } from '../brand/theme.ts';
import { isSupportTab } from '../client/area.ts';
import { watchNetwork } from '../client/connection.ts';
import { onWorkerMessage } from '../client/service-worker.ts';
import { useSession } from '../client/session/session-store.ts';
import { DialogsProvider } from '../ui/dialogs/DialogsProvider.tsx';
import { ConnectionStrip } from './ConnectionStrip.tsx';
import { NavigationNotice } from './NavigationNotice.tsx';
import { useIsWaiting } from './part.tsx';
import classes from './progress-line.module.css';
import { Screens } from './Screens.tsx';

const IdleWatch = lazy(() => import('./IdleWatch.tsx'));
const SupportBar = lazy(() => import('./SupportBar.tsx'));
const GuestBar = lazy(() => import('./GuestBar.tsx'));
const SupportOver = lazy(() => import('./SupportOver.tsx'));
const SessionOver = lazy(() => import('./SessionOver.tsx'));
const Unreachable = lazy(() => import('./Unreachable.tsx'));
const schemes = colorSchemeManager();
watchNetwork();

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <DialogsProvider>
        <BrowserRouter>
          <Content />
        </BrowserRouter>
      </DialogsProvider>
    </MantineProvider>
  );
}

function Content() {
  const session = useSession();
  const { status } = session;
  const { pathname } = useLocation();
  useClickedNotifications();
  // A support tab has no sign-in; /support itself begins its session.
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
 * Opens the target of a clicked notification on any page, because the service worker chooses one without knowing its
 * content.
 */
function useClickedNotifications(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // The notification is for the person of this browser, not for the customer of the support session.
    if (isSupportTab) return;
    return onWorkerMessage((message) => {
      const path = 'open' in message ? message.open : null;
      if (typeof path === 'string' && isPage(path)) void navigate(path);
    });
  }, [navigate]);
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
