import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, Route, Routes, useLocation } from 'react-router';
import { isAdminArea, isAdminPath } from '../client/area.ts';
import { useSession } from '../client/session/session-store.ts';
import { Drawing } from '../ui/Drawing.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { FlaggedOnly, StaffOnly } from './admin/gates.tsx';
import classes from './full-page.module.css';
import { GuestOnly, HomeGate, Leave, ResidentsOnly, SignedInOnly } from './guards.tsx';
import { ADMIN_SHELL, SHELL } from './prepare.ts';
import { ADMIN_ROUTES, ROUTES } from './routes.ts';
import { ScreenBoundary } from './shell/ScreenBoundary.tsx';

const guarded = (guard: 'user' | 'guest' | 'open' | 'staff-door') =>
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

/** The layout of screens without the shell. */
function FullPage() {
  const { pathname } = useLocation();
  return (
    <ScreenBoundary key={pathname} className={classes.page}>
      <Outlet />
    </ScreenBoundary>
  );
}

/** Whether the shell surrounds pages of unknown paths. */
function useInside(): boolean {
  const session = useSession();
  return 'user' in session && !session.limits.unsecured;
}

/** The page for unknown paths; signed-in people keep the shell of their area around it. */
function UnknownPage() {
  if (!useInside()) return <Outlet />;
  return isAdminArea ? <AdminShellPage /> : <ShellPage />;
}

const ShellPage = () => (
  <ScreenBoundary className={classes.page}>
    <SHELL.Shown />
  </ScreenBoundary>
);

/** The shell of the administration with a screen in it. */
const AdminShellPage = () => (
  <ScreenBoundary className={classes.page}>
    <ADMIN_SHELL.Shown />
  </ScreenBoundary>
);

/** /adm: the sign-in page, or the way on of somebody who is signed in there. */
function AdminDoor() {
  const session = useSession();
  return 'user' in session ? <StaffOnly /> : <FullPage />;
}

/** The route table. */
export function Screens() {
  const { pathname, search, hash } = useLocation();
  // The other area has sessions of its own, which are found after a reload.
  if (isAdminPath(pathname) !== isAdminArea) return <Leave to={pathname + search + hash} />;
  return isAdminArea ? <AdminScreens /> : <CustomerScreens />;
}

function AdminScreens() {
  const isIn = 'user' in useSession();
  return (
    <Routes>
      <Route element={<AdminDoor />}>
        {isIn ? (
          <Route element={<AdminShellPage />}>
            <Route path={PAGES.adm} element={null} />
          </Route>
        ) : (
          guarded('staff-door')
        )}
      </Route>
      <Route element={<StaffOnly />}>
        <Route element={<AdminShellPage />}>
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
      <Route element={<UnknownPage />}>
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  );
}

function CustomerScreens() {
  return (
    <Routes>
      <Route path={PAGES.home} element={<HomeGate />} />
      <Route element={<SignedInOnly />}>
        <Route element={<ShellPage />}>{guarded('user')}</Route>
      </Route>
      <Route element={<FullPage />}>
        <Route element={<GuestOnly />}>{guarded('guest')}</Route>
        {guarded('open')}
      </Route>
      <Route element={<UnknownPage />}>
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  );
}

function NotFoundScreen() {
  const { t } = useTranslation('common');
  // The shell already has a main element.
  const Frame = useInside() ? 'div' : 'main';
  return (
    <Frame className={classes.page}>
      <Drawing name="lost" />
      <PageTitle className={classes.title}>{t('notFound.title')}</PageTitle>
      <p className={classes.text}>{t('notFound.text')}</p>
      <Button component={Link} to={isAdminArea ? PAGES.adm : PAGES.home}>
        {t('home')}
      </Button>
    </Frame>
  );
}
