import '@mantine/notifications/styles.layer.css';
import { ADM_PATHS, PAGES } from '@cusp/contract/pages';
import { staffFlagsOf } from '@cusp/contract/staff.routes';
import { Burger, Drawer } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, NavLink, Outlet, useLocation } from 'react-router';
import { brand } from '../../brand/app-info.ts';
import { useUser } from '../../client/session/session-store.ts';
import { useSmallScreen } from '../../client/small-screen.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import bars from '../shell/mobile-bars.module.css';
import { ScreenBoundary } from '../shell/ScreenBoundary.tsx';
import shell from '../shell/shell.module.css';
import panel from '../shell/side-panel.module.css';
import { AdminMenu } from './AdminMenu.tsx';
import { adminEntries } from './admin-navigation.ts';
import classes from './admin-shell.module.css';
import { afterAdminSignIn } from './landing.ts';

/** The layout around every screen of the administration. */
export default function AdminShell() {
  const { t } = useTranslation('admin');
  const small = useSmallScreen();
  const { pathname } = useLocation();
  return (
    <div className={shell.shell} data-small={small || undefined}>
      <a className={shell.skip} href="#content">
        {t('skip')}
      </a>
      {small ? <TopBar /> : <SidePanel />}
      <main id="content" className={shell.content} tabIndex={-1}>
        <Suspense fallback={<LoadingState />}>
          <ScreenBoundary key={pathname.split('/')[2]}>
            {pathname.replace(/\/$/, '') === PAGES.adm ? <Home /> : <Outlet />}
          </ScreenBoundary>
        </Suspense>
      </main>
      <Notifications position={small ? 'top-center' : 'bottom-right'} limit={4} notificationMaxHeight={360} />
    </div>
  );
}

/** /adm for signed-in staff: redirects to their first page. */
function Home() {
  const { t } = useTranslation('admin');
  const { state } = useLocation();
  const to = afterAdminSignIn(staffFlagsOf(useUser()), state);
  if (to !== PAGES.adm) return <Navigate to={to} replace />;
  return <EmptyState title={t('home.title')} text={t('home.text')} />;
}

function SidePanel() {
  return (
    <aside className={panel.panel}>
      <div className={panel.head}>
        <Brand className={panel.home ?? ''} size={28} />
      </div>
      <Navigation />
      <div className={panel.foot}>
        <AdminMenu />
      </div>
    </aside>
  );
}

function TopBar() {
  const { t } = useTranslation('admin');
  const [isOpen, setOpen] = useState(false);
  return (
    <header className={bars.top}>
      <div className={bars.bar}>
        <Burger
          size="sm"
          opened={isOpen}
          aria-label={isOpen ? t('closeMenu') : t('menu')}
          onClick={() => setOpen(!isOpen)}
        />
        <Brand className={bars.home ?? ''} size={26} />
        <AdminMenu collapsed />
      </div>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        size={288}
        title={t('title')}
        closeButtonProps={{ 'aria-label': t('closeMenu') }}
      >
        <Navigation onChosen={() => setOpen(false)} />
      </Drawer>
    </header>
  );
}

function Brand({ className, size }: { className: string; size: number }) {
  const { t } = useTranslation('admin');
  const { images, app_name } = brand();
  return (
    <Link to={PAGES.adm} className={className}>
      <img src={images.mark} alt="" width={size} height={size} />
      <span className={classes.names}>
        <span className={panel.name}>{app_name}</span> <span className={classes.area}>{t('title')}</span>
      </span>
    </Link>
  );
}

function Navigation({ onChosen }: { onChosen?(): void }) {
  const { t } = useTranslation('admin');
  const flags = staffFlagsOf(useUser());
  const { pathname } = useLocation();
  return (
    <nav className={panel.nav} aria-label={t('title')}>
      {adminEntries(flags).map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          to={to}
          end={to === ADM_PATHS.registrations && pathname.startsWith(ADM_PATHS.tickets)}
          className={panel.item ?? ''}
          onClick={onChosen}
        >
          <Icon size={20} stroke={1.7} aria-hidden />
          <span className={panel.label}>{t(`nav.${label}`)}</span>
        </NavLink>
      ))}
    </nav>
  );
}
