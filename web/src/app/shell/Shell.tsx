import '@mantine/notifications/styles.layer.css';
import { releaseOfflineKeys } from '@cusp/contract/offline.routes';
import { PAGES } from '@cusp/contract/pages';
import { Notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { useLiveUpdates } from '../../client/live/live-updates.ts';
import { useWantsOffline } from '../../client/offline-wish.ts';
import { CHANGED, onPersonalChange, readPersonal } from '../../client/personal-storage.ts';
import { reloadUser } from '../../client/session/session.ts';
import { useSession, useUser } from '../../client/session/session-store.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useSmallScreen } from '../../client/small-screen.ts';
import { useInboxSigns, useNotifications } from '../../features/inbox/inbox.offers.ts';
import { useIsRegionOpen } from '../../features/profile/region/region.offers.ts';
import { followLanguage } from '../../i18n/i18n.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { useAfterFirstPaint } from '../../ui/use-after-first-paint.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { partOf } from '../part.tsx';
import { Keyboard } from './Keyboard.tsx';
import { MobileBars } from './MobileBars.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { SidePanel } from './SidePanel.tsx';
import classes from './shell.module.css';
import { useNewVersion } from './use-new-version.tsx';

/** Takes over changes that the person made to their account in another tab. Mount once, in the shell. */
function useChangesElsewhere(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      onPersonalChange(CHANGED, () => {
        // Signing out removes the key too, which does not count as a change.
        if (readPersonal(CHANGED) === null) return;
        // Without its texts the page keeps its language.
        followLanguage().catch(() => {});
        void reloadUser();
        void queries.invalidateQueries();
      }),
    [queries],
  );
}

const SecondStepBanner = lazy(() => import('../../features/security/SecondStepBanner.tsx'));
const AgreementsBanner = lazy(() => import('../../features/agreements/AgreementsBanner.tsx'));
const MoveBanner = lazy(() => import('../../features/region-move/MoveBanner.tsx'));

/** Date from which the person needs a second step; undefined on the page where they set it up. */
function useSecondStepDue(pathname: string): string | undefined {
  const session = useSession();
  return 'limits' in session && pathname !== PAGES.security ? session.limits.second_step_due : undefined;
}

/** Documents that have to be accepted; undefined on the page where that is done. */
function useMissingAgreements(pathname: string) {
  const session = useSession();
  return 'limits' in session && pathname !== PAGES.agreements ? session.limits.agreements : undefined;
}

const regionQuestion = partOf(
  () => import('../../features/profile/region/RegionQuestion.tsx'),
  ['profile', 'region-move', 'errors'],
);

const offlineBanner = partOf(
  () => import('../../features/offline/OfflineBanner.tsx'),
  ['cases', 'dental', 'errors'],
);

/** The layout around every screen of a signed-in person. */
export default function Shell() {
  const { t } = useTranslation('shell');
  const small = useSmallScreen();
  const { pathname } = useLocation();
  // The profile asks on its own.
  const asksForRegion = useIsRegionOpen() && pathname !== PAGES.profile;
  const { data_moving: isMoving } = useUser().settings;
  const secondStepDue = useSecondStepDue(pathname);
  const missing = useMissingAgreements(pathname);
  const mayKeep = useMayCall(releaseOfflineKeys);
  const keepsCases = useWantsOffline(useUser().id) && mayKeep;
  useLiveUpdates();
  useChangesElsewhere();
  useInboxSigns();
  useNotifications();
  useNewVersion();
  const content = useRef<HTMLElement>(null);
  useKeptFocus(content);
  const isPainted = useAfterFirstPaint();
  return (
    <div className={classes.shell} data-small={small || undefined}>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <Keyboard />
      {small ? <MobileBars /> : <SidePanel />}
      <main ref={content} id="content" className={classes.content} tabIndex={-1}>
        {secondStepDue && (
          <Suspense fallback={null}>
            <SecondStepBanner due={secondStepDue} />
          </Suspense>
        )}
        {missing && (
          <Suspense fallback={null}>
            <AgreementsBanner missing={missing} />
          </Suspense>
        )}
        {keepsCases && (
          <Suspense fallback={null}>
            <offlineBanner.Shown />
          </Suspense>
        )}
        {isMoving && (
          <Suspense fallback={null}>
            <MoveBanner />
          </Suspense>
        )}
        {/* Outside of the error boundary, which each screen mounts again: the previous screen stays until
            the next one can render. */}
        <Suspense fallback={<LoadingState />}>
          <ScreenBoundary key={pathname.split('/')[1]}>
            <Outlet />
          </ScreenBoundary>
        </Suspense>
      </main>
      {asksForRegion && (
        <Suspense fallback={null}>
          <regionQuestion.Shown />
        </Suspense>
      )}
      {isPainted && (
        <Notifications
          position={small ? 'top-center' : 'bottom-left'}
          limit={4}
          notificationMaxHeight={360}
        />
      )}
    </div>
  );
}
