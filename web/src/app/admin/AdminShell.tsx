import '@mantine/notifications/styles.layer.css';
import { PAGES } from '@cusp/contract/pages';
import { staffFlagsOf } from '@cusp/contract/staff.routes';
import { Burger, Drawer } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { brand } from '../../brand/app-info.ts';
import { useUser } from '../../client/session/session-store.ts';
import { useSmallScreen } from '../../client/small-screen.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Hint } from '../../ui/Hint.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useRootMark } from '../../ui/use-root-mark.ts';
import bars from '../shell/mobile-bars.module.css';
import { PanelToggle } from '../shell/PanelToggle.tsx';
import { ScreenBoundary } from '../shell/ScreenBoundary.tsx';
import shell from '../shell/shell.module.css';
import panel from '../shell/side-panel.module.css';
import { usePanel } from '../shell/use-panel.ts';
import { AdminMenu } from './AdminMenu.tsx';
import { adminEntries, isInArea } from './admin-navigation.ts';
import classes from './admin-shell.module.css';
import { afterAdminSignIn } from './landing.ts';

/** The layout around every screen of the administration. */
export default function AdminShell() {
  const { t } = useTranslation('admin');
  const small = useSmallScreen();
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  useKeptFocus(content);
  return (
    <div className={shell.shell} data-small={small || undefined}>
      <a className={shell.skip} href="#content">
        {t('skip')}
      </a>
      {small ? <TopBar /> : <SidePanel />}
      <main ref={content} id="content" className={shell.content} tabIndex={-1}>
        <Suspense fallback={<LoadingState />}>
          <ScreenBoundary key={pathname.split('/')[2]}>
            {pathname.replace(/\/$/, '') === PAGES.adm ? <Home /> : <Outlet />}
          </ScreenBoundary>
        </Suspense>
      </main>
      <Notifications position={small ? 'top-center' : 'bottom-left'} limit={4} notificationMaxHeight={360} />
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
  const { collapsed, toggle } = usePanel();
  useRootMark('collapsed', collapsed);
  return (
    <aside className={panel.panel} data-collapsed={collapsed || undefined}>
      <div className={panel.head}>
        <Brand className={panel.home ?? ''} size={28} collapsed={collapsed} />
      </div>
      <Navigation collapsed={collapsed} />
      <div className={panel.foot}>
        <PanelToggle collapsed={collapsed} onToggle={toggle} />
        <AdminMenu collapsed={collapsed} position="right-end" />
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
        <AdminMenu collapsed position="bottom-end" />
      </div>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        size={288}
        title={t('title')}
        closeButtonProps={{ 'aria-label': t('closeMenu') }}
        // Mantine uses a <header>, which in a dialog would be another banner landmark.
        attributes={{ header: { role: 'presentation' } }}
      >
        <Navigation onChosen={() => setOpen(false)} />
      </Drawer>
    </header>
  );
}

interface BrandProps {
  className: string;
  size: number;
  /** Shows the mark only. */
  collapsed?: boolean;
}

function Brand({ className, size, collapsed = false }: BrandProps) {
  const { t } = useTranslation('admin');
  const { images, app_name } = brand();
  return (
    <Link
      to={PAGES.adm}
      className={className}
      aria-label={collapsed ? `${app_name} ${t('title')}` : undefined}
    >
      <img src={images.mark} alt="" width={size} height={size} />
      {!collapsed && (
        <span className={classes.names}>
          <span className={panel.name}>{app_name}</span> <span className={classes.area}>{t('title')}</span>
        </span>
      )}
    </Link>
  );
}

interface NavigationProps {
  /** Shows icons only; the labels become tooltips. */
  collapsed?: boolean;
  onChosen?(): void;
}

function Navigation({ collapsed = false, onChosen }: NavigationProps) {
  const { t } = useTranslation('admin');
  const flags = staffFlagsOf(useUser());
  const { pathname } = useLocation();
  return (
    <nav className={panel.nav} aria-label={t('title')}>
      {adminEntries(flags).map((entry) => {
        const { to, label, icon: Icon } = entry;
        return (
          <Hint key={to} label={t(`nav.${label}`)} position="right" disabled={!collapsed} openDelay={100}>
            <Link
              to={to}
              aria-current={isInArea(entry, pathname) ? 'page' : undefined}
              className={panel.item}
              data-collapsed={collapsed || undefined}
              onClick={onChosen}
            >
              <Icon size={20} stroke={1.7} aria-hidden />
              <span className={panel.label}>{t(`nav.${label}`)}</span>
            </Link>
          </Hint>
        );
      })}
    </nav>
  );
}
