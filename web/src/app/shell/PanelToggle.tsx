import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../ui/Hint.tsx';
import classes from './side-panel.module.css';

interface Props {
  collapsed: boolean;
  onToggle(): void;
}

/** Collapses and expands a left panel. */
export function PanelToggle({ collapsed, onToggle }: Props) {
  const { t } = useTranslation('shell');
  const label = collapsed ? t('expand') : t('collapse');
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <Hint label={label} position="right" openDelay={300}>
      <button
        type="button"
        className={classes.toggle}
        aria-label={label}
        aria-expanded={!collapsed}
        onClick={onToggle}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
      </button>
    </Hint>
  );
}
