import { Menu } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconPalette,
  IconRefresh,
  IconRulerMeasure,
  IconTools,
  IconX,
  IconZoomScan,
} from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScanSubject } from './case-viewer.types.ts';
import { setLengthUnit, useLengthUnit } from './length-unit.ts';
import { ToolButton } from './ToolButton.tsx';
import styles from './toolbar.module.css';
import { toolKinds } from './tools/tool-kinds.ts';
import type { Tools } from './tools/use-tools.ts';
import { bar } from './use-insets.ts';
import type { Views } from './views/use-views.ts';
import { ViewMenu } from './views/ViewMenu.tsx';

interface ViewerToolbarProps {
  subject: ScanSubject | undefined;
  isReady: boolean;
  /** All scans have full resolution; on a coarse one a distance would be wrong. */
  isSharp: boolean;
  hasColours: boolean;
  isSolid: boolean;
  tools: Tools;
  views: Views;
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
    <header className={styles.head} {...bar}>
      <Subject subject={props.subject} />
      <div className={styles.toolbar} role="toolbar" aria-label={t('tools')}>
        <ToolButton
          icon={IconRefresh}
          label={t('reset')}
          word={t('words.reset')}
          disabled={!isReady}
          onClick={props.onReset}
        />
        <ToolButton
          icon={IconZoomScan}
          label={t('fit')}
          word={t('words.fit')}
          data-wide
          disabled={!isReady}
          onClick={props.onFit}
        />
        <ViewMenu views={props.views} disabled={!isReady} onFit={props.onFit} />
        <ToolButton
          icon={IconPalette}
          label={props.isSolid ? t('colour') : t('solid')}
          word={props.isSolid ? t('words.colour') : t('words.solid')}
          data-optional
          disabled={!props.hasColours}
          onClick={props.onSolid}
        />
        <ToolsMenu tools={props.tools} disabled={!isReady || !props.isSharp} />
        {props.children}
        <ToolButton
          icon={IconAdjustmentsHorizontal}
          label={t('layers')}
          word={t('words.layers')}
          isOn={props.showsLayers}
          disabled={!isReady}
          onClick={props.onLayers}
        />
      </div>
      <div className={styles.ends}>
        <ToolButton
          ref={props.maximiseButton}
          icon={props.isMaximised ? IconArrowsMinimize : IconArrowsMaximize}
          label={props.isMaximised ? t('minimise') : t('maximise')}
          side="left"
          onClick={props.onMaximise}
        />
        <ToolButton icon={IconX} label={t('close')} side="left" onClick={props.onClose} />
      </div>
    </header>
  );
}

/** The patient of the scans, and the ordered work. */
function Subject({ subject }: { subject: ScanSubject | undefined }) {
  const order = [subject?.number, ...(subject?.order ?? [])].filter(Boolean).join(' · ');
  return (
    <div className={styles.subject}>
      {subject && (
        <p className={styles.title} title={subject.title} dir="auto">
          {subject.title}
        </p>
      )}
      {order && (
        <p className={styles.order} title={order}>
          {order}
        </p>
      )}
    </div>
  );
}

/** All tools; active ones have a tick. */
function ToolsMenu({ tools, disabled }: { tools: Tools; disabled: boolean }) {
  const { t } = useTranslation('viewer');
  const unit = useLengthUnit();
  const isAny = toolKinds.some(({ id }) => tools.isActive(id));
  return (
    // The maximised view is in the top layer, above any portal.
    <Menu
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      position="bottom-start"
      closeOnItemClick
      shadow="md"
    >
      <Menu.Target>
        <ToolButton
          icon={IconTools}
          label={t('toolsMenu')}
          word={t('toolsMenu')}
          variant={isAny ? 'light' : 'subtle'}
          color={isAny ? undefined : 'gray'}
          disabled={disabled}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {toolKinds.map((kind) => (
          <Menu.CheckboxItem
            key={kind.id}
            closeMenuOnClick
            checked={tools.isActive(kind.id)}
            rightSection={<kind.icon size={18} stroke={1.75} aria-hidden />}
            onChange={() => tools.toggle(kind)}
          >
            {t(`toolNames.${kind.id}`)}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.CheckboxItem
          closeMenuOnClick
          checked={unit === 'cm'}
          rightSection={<IconRulerMeasure size={18} stroke={1.75} aria-hidden />}
          onChange={(checked) => setLengthUnit(checked ? 'cm' : 'mm')}
        >
          {t('inCentimetres')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
