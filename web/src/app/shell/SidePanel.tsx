import { createDraft } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { brand } from '../../brand/app-info.ts';
import { showPalette } from '../../client/keyboard/commands.ts';
import { paletteKeys } from '../../client/keyboard/keys.ts';
import { useKeys, withShortcut } from '../../client/keyboard/use-keyboard.ts';
import { useIsGuest } from '../../client/session/session-store.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useAlarms } from '../../features/connections/alarms.offers.ts';
import { useUnreadNotices } from '../../features/inbox/inbox.offers.ts';
import { Hint } from '../../ui/Hint.tsx';
import { useAfterFirstPaint } from '../../ui/use-after-first-paint.ts';
import { useRootMark } from '../../ui/use-root-mark.ts';
import { isBuilt } from '../routes.ts';
import { LiveUpdatesNotice } from './LiveUpdatesNotice.tsx';
import { mainEntries, type NavEntry } from './navigation.ts';
import { PanelToggle } from './PanelToggle.tsx';
import { StatusChips } from './StatusChips.tsx';
import classes from './side-panel.module.css';
import { UserMenu } from './UserMenu.tsx';
import { usePanel } from './use-panel.ts';

/** The left panel: 256 px, or 64 px when collapsed. */
export function SidePanel() {
  const { collapsed, toggle } = usePanel();
  useRootMark('collapsed', collapsed);
  const isShown = useAfterFirstPaint();
  return (
    <aside className={classes.panel} data-collapsed={collapsed || undefined}>
      {isShown && <Content collapsed={collapsed} onToggle={toggle} />}
    </aside>
  );
}

function Content({ collapsed, onToggle }: { collapsed: boolean; onToggle(): void }) {
  const { t } = useTranslation('shell');
  const { contacts } = useAlarms();
  const counts: Partial<Record<NavEntry['label'], number>> = {
    connections: contacts,
    inbox: useUnreadNotices(),
  };
  const mayCreate = useMayCall(createDraft);
  const isGuest = useIsGuest();
  const { images, app_name } = brand();
  const newCaseKeys = useKeys('newCase');
  return (
    <>
      <div className={classes.head}>
        <Link to={PAGES.home} className={classes.home} aria-label={app_name}>
          <img src={images.mark} alt="" width={28} height={28} />
          {!collapsed && <span className={classes.name}>{app_name}</span>}
        </Link>
      </div>
      {isBuilt(PAGES.newCase) && mayCreate && (
        <Hint
          label={withShortcut(t('newCase'), newCaseKeys)}
          position="right"
          disabled={!collapsed}
          openDelay={100}
        >
          <Button
            className={classes.create}
            component={Link}
            to={PAGES.newCase}
            aria-label={t('newCase')}
            px={collapsed ? 0 : undefined}
          >
            <IconPlus size={18} aria-hidden />
            {!collapsed && <span className={classes.createText}>{t('newCase')}</span>}
          </Button>
        </Hint>
      )}
      <Hint label={`${t('find')} (${paletteKeys()})`} position="right" disabled={!collapsed} openDelay={100}>
        <button
          type="button"
          className={classes.find}
          aria-label={collapsed ? t('find') : undefined}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={showPalette}
        >
          <IconSearch size={18} stroke={1.7} aria-hidden />
          {!collapsed && (
            <>
              <span className={classes.findText}>{t('find')}</span>
              <kbd aria-hidden>{paletteKeys()}</kbd>
            </>
          )}
        </button>
      </Hint>
      <nav className={classes.nav} aria-label={t('navigation')}>
        {mainEntries(isGuest).map((entry) => (
          <div key={entry.to}>
            <NavItem entry={entry} collapsed={collapsed} count={counts[entry.label] ?? 0} />
            {entry.label === 'cases' && !collapsed && <StatusChips />}
          </div>
        ))}
      </nav>
      <div className={classes.foot}>
        <LiveUpdatesNotice collapsed={collapsed} />
        <PanelToggle collapsed={collapsed} onToggle={onToggle} />
        <UserMenu collapsed={collapsed} />
      </div>
    </>
  );
}

interface Props {
  entry: NavEntry;
  /** Shows the icon only; the label becomes a tooltip. */
  collapsed: boolean;
  /** Badge count; 0 shows no badge. */
  count?: number;
}

function NavItem({ entry, collapsed, count = 0 }: Props) {
  const { t } = useTranslation('shell');
  const Icon = entry.icon;
  const label = t(entry.label);
  const { label: name } = entry;
  const shortcut = name === 'cases' || name === 'inbox' || name === 'dashboard' ? name : null;
  const keys = useKeys(shortcut ?? 'dashboard');
  return (
    <Hint
      label={shortcut ? withShortcut(label, keys) : label}
      position="right"
      disabled={!collapsed}
      openDelay={100}
    >
      <NavLink to={entry.to} className={classes.item} data-collapsed={collapsed || undefined}>
        <Icon size={20} stroke={1.7} aria-hidden />
        <span className={classes.label}>{label}</span>
        {count > 0 && (
          <>
            <span className={classes.badge} aria-hidden>
              {count > 99 ? '99+' : count}
            </span>
            <span className={classes.hidden}>
              {t(name === 'inbox' ? 'unreadNotices' : 'pending', { count })}
            </span>
          </>
        )}
      </NavLink>
    </Hint>
  );
}
