import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { BrowserRouter } from 'react-router';
import { styleNonce } from '../brand/app-info.ts';
import { colorSchemeManager } from '../brand/color-scheme.ts';
import { cssVariables, theme } from '../brand/theme.ts';
import { useSession } from '../client/session/session-store.ts';
import { DialogsProvider } from '../ui/dialogs/DialogsProvider.tsx';
import { queryClient } from './query-client.ts';
import { Screens } from './Screens.tsx';
import { WaitMark } from './WaitMark.tsx';

const IdleWatch = lazy(() => import('./IdleWatch.tsx'));
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
  return (
    <>
      <Suspense fallback={null}>{status === 'unreachable' ? <Unreachable /> : <Screens />}</Suspense>
      {/* On its own: what watches must not take the screen away while it is loaded. */}
      <Suspense fallback={null}>
        {session.status === 'in' && <IdleWatch limits={session.limits} />}
        {status === 'relogin' && <SessionOver />}
      </Suspense>
      <WaitMark />
    </>
  );
}
