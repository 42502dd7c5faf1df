import { PAGES } from '@cusp/contract/pages';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { appInfo } from '../brand/app-info.ts';
import { loginPathFor } from '../client/next-path.ts';
import { useIsGuest, useSession } from '../client/session/session-store.ts';
import { wayBackTo } from '../client/session/visit-mark.ts';
import { guestRedirect, homeOf } from './guest-redirect.ts';
import { RequiredStep } from './RequiredStep.tsx';

/** Paths with this prefix exist only on the host that the person came from. */
const THEIRS = '/priv/';

/** The URL of a path on the other Cusp site that the person came from; null if they came from no other site. */
function atOriginalHost(path: string): string | null {
  const { original_origin: origin } = appInfo();
  return origin && origin + path;
}

/** Target of sign-in on the site that the person came from; null if it is on this one. */
const originalTarget = (path: string): string | null => (path.includes(THEIRS) ? atOriginalHost(path) : null);

/** '/' redirects to the person's first screen (on the site they came from if that is another one) or to sign-in. */
export function HomeGate() {
  const session = useSession();
  const { search } = useLocation();
  if (!('user' in session)) return <Navigate to={PAGES.login} replace />;
  const elsewhere = atOriginalHost(PAGES.home + search);
  return elsewhere ? <Leave to={elsewhere} /> : <Navigate to={homeOf()} replace />;
}

/** Leaves for another Cusp site, or reloads this one. */
export function Leave({ to }: { to: string }) {
  useEffect(() => location.replace(to), [to]);
  return null;
}

/**
 * Redirects to the sign-in page, which leads back here, and visitors whose session ended to their own region. People
 * who must set up a second step cannot do anything else first.
 */
export function SignedInOnly() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if ('user' in session) return session.limits.unsecured ? <RequiredStep /> : <Outlet />;
  const { left = false, idle = false } = session.status === 'out' ? session : {};
  const here = pathname + search + hash;
  const back = wayBackTo(here);
  if (back !== here && !left && !idle) return <Navigate to={back} replace />;
  return <Navigate to={left ? PAGES.login : loginPathFor(back)} replace />;
}

/** Redirects guests of the other region to the cases; they have no other pages. */
export function ResidentsOnly({ children }: { children: ReactNode }) {
  return useIsGuest() ? <Navigate to={PAGES.cases} replace /> : children;
}

/**
 * Redirects signed-in people to `next`, to the place they came from, or home, which is the case list on small
 * screens.
 */
export function GuestOnly() {
  const session = useSession();
  const isIn = 'user' in session;
  const [wasGuest] = useState(!isIn);
  return (
    <>
      {/* The sign-in screen stays visible until the next screen can render. */}
      {(wasGuest || !isIn) && <Outlet />}
      {isIn && <WayOn />}
    </>
  );
}

/** The page on which people who have just signed in accept agreements first; null if there are none. */
function askedFirst(session: ReturnType<typeof useSession>, next: string | null): string | null {
  if (!('limits' in session) || !session.limits.agreements || next?.startsWith(PAGES.agreements)) return null;
  return `${PAGES.agreements}?next=${encodeURIComponent(next ?? homeOf())}`;
}

function WayOn() {
  const { search, state } = useLocation();
  const session = useSession();
  const next = guestRedirect(search, state);
  const elsewhere = next ? originalTarget(next) : atOriginalHost(PAGES.home);
  const here = askedFirst(session, next) ?? next ?? homeOf();
  return elsewhere ? <Leave to={elsewhere} /> : <Navigate to={here} replace />;
}
