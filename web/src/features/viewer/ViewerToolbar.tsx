import {
  IconAdjustmentsHorizontal,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconPalette,
  IconRefresh,
  IconX,
  IconZoomScan,
} from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './frame.module.css';
import { ToolButton } from './ToolButton.tsx';
import { ToolsMenu } from './tools/ToolsMenu.tsx';
import type { Tools } from './tools/use-tools.ts';
import { bar } from './use-room.ts';

interface ViewerToolbarProps {
  isReady: boolean;
  /** Every scan is there in full; on a coarse one a distance would be wrong. */
  isSharp: boolean;
  hasColours: boolean;
  isSolid: boolean;
  tools: Tools;
  /** Buttons for pins and pictures. */
  children?: ReactNode;
  isMaximised: boolean;
  maximiseButton: RefObject<HTMLButtonElement | null>;
  showsLayers: boolean;
  onReset(): void;
  onFit(): void;
  onSolid(): void;
  onLayers(): void;
  onMaximise(): void;
  onClose(): void;
}

export function ViewerToolbar(props: ViewerToolbarProps) {
  const { t } = useTranslation('viewer');
  const { isReady } = props;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('tools')} {...bar}>
      <ToolButton icon={IconRefresh} label={t('reset')} disabled={!isReady} onClick={props.onReset} />
      <ToolButton icon={IconZoomScan} label={t('fit')} disabled={!isReady} onClick={props.onFit} />
      <ToolButton
        icon={IconPalette}
        label={props.isSolid ? t('colour') : t('solid')}
        data-optional
        disabled={!props.hasColours}
        onClick={props.onSolid}
      />
      <ToolsMenu tools={props.tools} disabled={!isReady || !props.isSharp} />
      {props.children}
      <ToolButton
        icon={IconAdjustmentsHorizontal}
        label={t('layers')}
        isOn={props.showsLayers}
        disabled={!isReady}
        onClick={props.onLayers}
      />
      <ToolButton
        ref={props.maximiseButton}
        icon={props.isMaximised ? IconArrowsMinimize : IconArrowsMaximize}
        label={props.isMaximised ? t('minimise') : t('maximise')}
        onClick={props.onMaximise}
      />
      <ToolButton icon={IconX} label={t('close')} onClick={props.onClose} />
    </div>
  );
}
