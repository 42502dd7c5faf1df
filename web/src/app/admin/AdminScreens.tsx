import { PAGES } from '@cusp/contract/pages';
import { mayEnter, type StaffFlag, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { ReactNode } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { useSession, useUser } from '../../client/session/session-store.ts';
import { FullPage, NotFoundScreen, PartPage, UnknownPage } from '../FullPage.tsx';
import { RequiredStep } from '../RequiredStep.tsx';
import { ADMIN_SHELL, DOOR } from './admin-parts.ts';
import { ADMIN_ROUTES } from './admin-routes.ts';

/** The route table of the administration. */
export default function AdminScreens() {
  const isIn = 'user' in useSession();
  return (
    <Routes>
      <Route element={isIn ? <StaffOnly /> : <FullPage />}>
        {isIn ? (
          <Route element={<PartPage part={ADMIN_SHELL} />}>
            <Route path={PAGES.adm} element={null} />
          </Route>
        ) : (
          DOOR.map(({ path, part }) => (
            <Route key={path} path={path} caseSensitive element={<part.Shown />} />
          ))
        )}
      </Route>
      <Route element={<StaffOnly />}>
        <Route element={<PartPage part={ADMIN_SHELL} />}>
          {ADMIN_ROUTES.map(({ path, part, flags }) => (
            <Route
              key={path}
              path={path}
              caseSensitive
              element={
                <FlaggedOnly flags={flags}>
                  <part.Shown />
                </FlaggedOnly>
              }
            />
          ))}
        </Route>
      </Route>
      <Route element={<UnknownPage shell={ADMIN_SHELL} />}>
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  );
}

/** Redirects people without a staff session to the sign-in page. Without a second step they can only set one up. */
function StaffOnly() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (!('user' in session)) {
    const left = session.status === 'out' && session.left;
    return <Navigate to={PAGES.adm} state={left ? null : { from: pathname + search }} replace />;
  }
  return session.limits.unsecured ? <RequiredStep /> : <Outlet />;
}

/** A page for some of the staff; others are redirected to /adm, which leads to their first page. */
function FlaggedOnly({ flags, children }: { flags: readonly StaffFlag[]; children: ReactNode }) {
  return mayEnter(staffFlagsOf(useUser()), flags) ? children : <Navigate to={PAGES.adm} replace />;
}
