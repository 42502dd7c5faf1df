import { PAGES } from '@cusp/contract/pages';
import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { GuestOnly, HomeGate, SignedInOnly } from './guards.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { ROUTES } from './routes.ts';

const Shell = lazy(() => import('./shell/Shell.tsx'));

const guarded = (guard: 'user' | 'guest' | 'open') =>
  ROUTES.filter((route) => route.guard === guard).map(({ path, Screen }) => (
    <Route key={path} path={path} element={<Screen />} />
  ));

/** The route table. */
export function Screens() {
  return (
    <Routes>
      <Route path={PAGES.home} element={<HomeGate />} />
      <Route element={<SignedInOnly />}>
        <Route element={<Shell />}>{guarded('user')}</Route>
      </Route>
      <Route element={<GuestOnly />}>{guarded('guest')}</Route>
      {guarded('open')}
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}
