import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { useLiveUpdates } from '../../client/live/live-updates.ts';
import { useChangesElsewhere } from '../../client/other-tabs.ts';
import { useSmallScreen } from '../../client/small-screen.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { MobileBars } from './MobileBars.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { SidePanel } from './SidePanel.tsx';
import classes from './shell.module.css';

/** What surrounds every screen of a signed-in person. */
export default function Shell() {
  const { t } = useTranslation('shell');
  const small = useSmallScreen();
  const { pathname } = useLocation();
  useLiveUpdates();
  useChangesElsewhere();
  return (
    <div className={classes.shell} data-small={small || undefined}>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      {small ? <MobileBars /> : <SidePanel />}
      <main id="content" className={classes.content} tabIndex={-1}>
        {/* Around the boundary, which every screen has anew: the screen before stands until the next one can. */}
        <Suspense fallback={<LoadingState />}>
          <ScreenBoundary key={pathname.split('/')[1]}>
            <Outlet />
          </ScreenBoundary>
        </Suspense>
      </main>
      <Notifications position={small ? 'top-center' : 'bottom-right'} limit={4} notificationMaxHeight={360} />
    </div>
  );
}
