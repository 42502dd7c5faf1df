import { PAGES } from '@cusp/contract/pages';
import { Route, Routes, useLocation } from 'react-router';
import { isAdminArea, isAdminPath } from '../client/area.ts';
import { FullPage, NotFoundScreen, PartPage, UnknownPage } from './FullPage.tsx';
import { GuestOnly, HomeGate, Leave, ResidentsOnly, SignedInOnly } from './guards.tsx';
import { ADMIN, SHELL } from './prepare.ts';
import { ROUTES } from './routes.ts';

const guarded = (guard: 'user' | 'guest' | 'open') =>
  ROUTES.filter((route) => route.guard === guard).map((route) => {
    const { path, part } = route;
    const isForResidents = guard === 'user' && !('visitors' in route);
    const page = isForResidents ? (
      <ResidentsOnly>
        <part.Shown />
      </ResidentsOnly>
    ) : (
      <part.Shown />
    );
    return <Route key={path} path={path} caseSensitive element={page} />;
  });

/** The route table. */
export function Screens() {
  const { pathname, search, hash } = useLocation();
  // The other area has separate sessions, which are found after a reload.
  if (isAdminPath(pathname) !== isAdminArea) return <Leave to={pathname + search + hash} />;
  return isAdminArea ? <PartPage part={ADMIN} /> : <CustomerScreens />;
}

function CustomerScreens() {
  return (
    <Routes>
      <Route path={PAGES.home} element={<HomeGate />} />
      <Route element={<SignedInOnly />}>
        <Route element={<PartPage part={SHELL} />}>{guarded('user')}</Route>
      </Route>
      <Route element={<FullPage />}>
        <Route element={<GuestOnly />}>{guarded('guest')}</Route>
        {guarded('open')}
      </Route>
      <Route element={<UnknownPage shell={SHELL} />}>
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  );
}
