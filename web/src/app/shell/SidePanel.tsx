import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { brand } from '../../brand/app-info.ts';
import { useAlarms } from '../../client/alarms.ts';
import { Hint } from '../../ui/Hint.tsx';
import { isBuilt } from '../routes.ts';
import { LineMark } from './LineMark.tsx';
import { NavItem } from './NavItem.tsx';
import { MAIN_ENTRIES } from './navigation.ts';
import { StatusChips } from './StatusChips.tsx';
import classes from './side-panel.module.css';
import { UserMenu } from './UserMenu.tsx';
import { usePanel } from './use-panel.ts';

/** The left panel: 256 px, or 64 px when collapsed. */
export function SidePanel() {
  const { t } = useTranslation('shell');
  const { collapsed, toggle } = usePanel();
  const { contacts } = useAlarms();
  const { images, app_name } = brand();
  const toggleLabel = collapsed ? t('expand') : t('collapse');
  const ToggleIcon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <aside className={classes.panel} data-collapsed={collapsed || undefined}>
      <div className={classes.head}>
        <Link to={PAGES.home} className={classes.home} aria-label={app_name}>
          <img src={images.mark} alt="" width={28} height={28} />
          {!collapsed && <span className={classes.name}>{app_name}</span>}
        </Link>
      </div>
      {isBuilt(PAGES.newCase) && (
        <Hint label={t('newCase')} position="right" disabled={!collapsed} openDelay={100}>
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
      <nav className={classes.nav} aria-label={t('navigation')}>
        {MAIN_ENTRIES.map((entry) => (
          <div key={entry.to}>
            <NavItem
              entry={entry}
              collapsed={collapsed}
              count={entry.label === 'connections' ? contacts : 0}
            />
            {entry.label === 'cases' && !collapsed && <StatusChips />}
          </div>
        ))}
      </nav>
      <div className={classes.foot}>
        <LineMark collapsed={collapsed} />
        <Hint label={toggleLabel} position="right" openDelay={300}>
          <button
            type="button"
            className={classes.toggle}
            aria-label={toggleLabel}
            aria-expanded={!collapsed}
            onClick={toggle}
          >
            <ToggleIcon size={20} stroke={1.6} aria-hidden />
          </button>
        </Hint>
        <UserMenu collapsed={collapsed} />
      </div>
    </aside>
  );
}
