import { PAGES } from '@cusp/contract/pages';
import { lazy, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { appInfo } from '../brand/app-info.ts';
import { loginPathFor } from '../client/next-path.ts';
import { useSession } from '../client/session/session-store.ts';
import { homeOf, wayOn } from './way-on.ts';

/** Below it lies what only the host that a person came from has. */
const THEIRS = '/priv/';

/** The same path at the site of ours that the person came from; null when they came from nowhere else. */
function atOriginalHost(path: string): string | null {
  const { original_origin: origin } = appInfo();
  return origin && origin + path;
}

/** Where a sign-in leads when its target lies at the site that the person came from; null when it lies here. */
const originalTarget = (path: string): string | null => (path.includes(THEIRS) ? atOriginalHost(path) : null);

const RequiredStepScreen = lazy(() => import('../features/security/RequiredStepScreen.tsx'));

/** '/' leads to the person's first screen, at the site they came from if that is another, or to the sign-in page. */
export function HomeGate() {
  const session = useSession();
  const { search } = useLocation();
  if (!('user' in session)) return <Navigate to={PAGES.login} replace />;
  const elsewhere = atOriginalHost(PAGES.home + search);
  return elsewhere ? <Leave to={elsewhere} /> : <Navigate to={homeOf()} replace />;
}

/** Goes on at another site of ours. */
function Leave({ to }: { to: string }) {
  useEffect(() => location.replace(to), [to]);
  return null;
}

/**
 * Sends everybody who is not signed in to the sign-in page, which leads back here. Who must set up a second
 * step first can do nothing else.
 */
export function SignedInOnly() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if ('user' in session) return session.limits.unsecured ? <RequiredStepScreen /> : <Outlet />;
  const left = session.status === 'out' && session.left;
  return <Navigate to={left ? PAGES.login : loginPathFor(pathname + search + hash)} replace />;
}

/** Sends signed-in people on: to `next`, or to the place they came from, or home. Small screens go to the cases. */
export function GuestOnly() {
  const session = useSession();
  const isIn = 'user' in session;
  const [wasGuest] = useState(!isIn);
  return (
    <>
      {/* The screen that somebody has signed in on stands until the next one can. */}
      {(wasGuest || !isIn) && <Outlet />}
      {isIn && <WayOn />}
    </>
  );
}

function WayOn() {
  const { search, state } = useLocation();
  const next = wayOn(search, state);
  const elsewhere = next ? originalTarget(next) : atOriginalHost(PAGES.home);
  return elsewhere ? <Leave to={elsewhere} /> : <Navigate to={next ?? homeOf()} replace />;
}
