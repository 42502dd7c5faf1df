import { PAGES } from '@cusp/contract/pages';
import { mayEnter, type StaffFlag, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession, useUser } from '../../client/session/session-store.ts';
import { RequiredStep } from '../guards.tsx';

/** Redirects people without a staff session to the sign-in page. Without a second step they can only set one up. */
export function StaffOnly() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (!('user' in session)) {
    const left = session.status === 'out' && session.left;
    return <Navigate to={PAGES.adm} state={left ? null : { from: pathname + search }} replace />;
  }
  return session.limits.unsecured ? <RequiredStep /> : <Outlet />;
}

/** A page for some of the staff; others are redirected to /adm, which leads to their first page. */
export function FlaggedOnly({ flags, children }: { flags: readonly StaffFlag[]; children: ReactNode }) {
  return mayEnter(staffFlagsOf(useUser()), flags) ? children : <Navigate to={PAGES.adm} replace />;
}
