import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, Route, Routes, useLocation } from 'react-router';
import { useSession } from '../client/session/session-store.ts';
import classes from './full-page.module.css';
import { GuestOnly, HomeGate, SignedInOnly } from './guards.tsx';
import { SHELL } from './prepare.ts';
import { ROUTES } from './routes.ts';
import { ScreenBoundary } from './shell/ScreenBoundary.tsx';

const guarded = (guard: 'user' | 'guest' | 'open') =>
  ROUTES.filter((route) => route.guard === guard).map(({ path, part }) => (
    <Route key={path} path={path} caseSensitive element={<part.Shown />} />
  ));

/** The layout of screens without the shell. */
function FullPage() {
  const { pathname } = useLocation();
  return (
    <ScreenBoundary key={pathname} className={classes.page}>
      <Outlet />
    </ScreenBoundary>
  );
}

/** The page for unknown paths; signed-in people keep the shell around it. */
function UnknownPage() {
  const session = useSession();
  const isInside = 'user' in session && !session.limits.unsecured;
  return isInside ? <ShellPage /> : <Outlet />;
}

const ShellPage = () => (
  <ScreenBoundary className={classes.page}>
    <SHELL.Shown />
  </ScreenBoundary>
);

/** The route table. */
export function Screens() {
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
  const session = useSession();
  // The shell already has a main element.
  const Frame = 'user' in session && !session.limits.unsecured ? 'div' : 'main';
  return (
    <Frame className={classes.page}>
      <p className={classes.number} aria-hidden>
        404
      </p>
      <h1 className={classes.title}>{t('notFound.title')}</h1>
      <p className={classes.text}>{t('notFound.text')}</p>
      <Button component={Link} to={PAGES.home}>
        {t('home')}
      </Button>
    </Frame>
  );
}
