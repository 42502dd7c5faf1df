import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { Hint } from '../../ui/Hint.tsx';
import classes from './nav-item.module.css';
import type { NavEntry } from './navigation.ts';

interface Props {
  entry: NavEntry;
  /** Shows the icon only; the label becomes a tooltip. */
  collapsed: boolean;
  /** A number that asks for attention; 0 shows none. */
  count?: number;
}

/** One line of the left panel. */
export function NavItem({ entry, collapsed, count = 0 }: Props) {
  const { t } = useTranslation('shell');
  const Icon = entry.icon;
  const label = t(entry.label);
  return (
    <Hint label={label} position="right" disabled={!collapsed} openDelay={100}>
      <NavLink to={entry.to} className={classes.item} data-collapsed={collapsed || undefined}>
        <Icon size={20} stroke={1.7} aria-hidden />
        <span className={classes.label}>{label}</span>
        {count > 0 && (
          <>
            <span className={classes.badge} aria-hidden>
              {count > 99 ? '99+' : count}
            </span>
            <span className={classes.hidden}>{t('pending', { count })}</span>
          </>
        )}
      </NavLink>
    </Hint>
  );
}
