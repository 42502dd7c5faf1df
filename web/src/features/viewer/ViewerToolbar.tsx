import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconPalette,
  IconRefresh,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToolsMenu } from './tools/ToolsMenu.tsx';
import type { Tools } from './tools/use-tools.ts';
import styles from './viewer.module.css';

interface ViewerToolbarProps {
  isReady: boolean;
  /** Every scan is there in full; on a coarse one a distance would be wrong. */
  isSharp: boolean;
  hasColours: boolean;
  isSolid: boolean;
  tools: Tools;
  isMaximised: boolean;
  showsLayers: boolean;
  onReset(): void;
  onSolid(): void;
  onLayers(): void;
  onMaximise(): void;
  onClose(): void;
}

export function ViewerToolbar(props: ViewerToolbarProps) {
  const { t } = useTranslation('viewer');
  const { isReady } = props;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('tools')}>
      <Tool icon={IconRefresh} label={t('reset')} disabled={!isReady} onClick={props.onReset} />
      <Tool
        icon={IconPalette}
        label={props.isSolid ? t('colour') : t('solid')}
        disabled={!props.hasColours}
        onClick={props.onSolid}
      />
      <ToolsMenu tools={props.tools} disabled={!isReady || !props.isSharp} />
      <Tool
        icon={IconAdjustmentsHorizontal}
        label={t('layers')}
        isOn={props.showsLayers}
        disabled={!isReady}
        onClick={props.onLayers}
      />
      <Tool
        icon={props.isMaximised ? IconArrowsMinimize : IconArrowsMaximize}
        label={props.isMaximised ? t('minimise') : t('maximise')}
        onClick={props.onMaximise}
      />
      <Tool icon={IconX} label={t('close')} onClick={props.onClose} />
    </div>
  );
}

interface ToolProps {
  icon: TablerIcon;
  label: string;
  isOn?: boolean;
  disabled?: boolean;
  onClick(): void;
}

function Tool({ icon: Icon, label, isOn, disabled, onClick }: ToolProps) {
  return (
    // The maximised view lies above everything a portal could hold.
    <Tooltip label={label} position="bottom" withinPortal={false}>
      <ActionIcon
        size="lg"
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? undefined : 'gray'}
        aria-label={label}
        aria-pressed={isOn}
        disabled={disabled}
        onClick={onClick}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
