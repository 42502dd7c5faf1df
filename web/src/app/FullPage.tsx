import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router';
import { appInfo } from '../brand/app-info.ts';
import { isAdminArea } from '../client/area.ts';
import { useSession } from '../client/session/session-store.ts';
import { Drawing } from '../ui/Drawing.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import classes from './full-page.module.css';
import type { Part } from './part.tsx';
import { ScreenBoundary } from './shell/ScreenBoundary.tsx';

/** The layout of screens without the shell. */
export function FullPage() {
  const { pathname } = useLocation();
  return (
    <ScreenBoundary key={pathname} className={classes.page}>
      <Outlet />
    </ScreenBoundary>
  );
}

/** A part that fills the page, such as a shell with a screen in it. */
export const PartPage = ({ part }: { part: Part }) => (
  <ScreenBoundary className={classes.page}>
    <part.Shown />
  </ScreenBoundary>
);

/** Whether the shell surrounds pages of unknown paths. */
function useInside(): boolean {
  const session = useSession();
  return 'user' in session && !session.limits.unsecured;
}

/** The page for unknown paths; signed-in people keep the shell of their area around it. */
export const UnknownPage = ({ shell }: { shell: Part }) =>
  useInside() ? <PartPage part={shell} /> : <Outlet />;

export function NotFoundScreen() {
  const { t } = useTranslation('common');
  // The shell already has a main element.
  const isInside = useInside();
  const Frame = isInside ? 'div' : 'main';
  const { odm } = appInfo();
  return (
    <Frame className={classes.page}>
      {!isInside && (
        <div className={classes.brand}>
          <img src={odm.images.mark} alt="" width={28} height={28} />
          {odm.app_name}
        </div>
      )}
      <Drawing name="lost" />
      <PageTitle className={classes.title}>{t('notFound.title')}</PageTitle>
      <p className={classes.text}>{t('notFound.text')}</p>
      <Button component={Link} to={isAdminArea ? PAGES.adm : PAGES.home}>
        {t('home')}
      </Button>
    </Frame>
  );
}
