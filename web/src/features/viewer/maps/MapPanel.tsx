import { Button, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapTool } from '../../../viewer/tools/map-tool.ts';
import { ToolPanel } from '../tools/ToolPanel.tsx';
import type { ToolId } from '../tools/tool-kind.ts';
import { useWatched } from '../use-watched.ts';
import styles from './maps.module.css';
import { useMillimetres } from './use-millimetres.ts';

interface MapPanelProps {
  id: ToolId;
  tool: MapTool;
  /** Whether there is anything to work on; else only the children say why not. */
  isPossible: boolean;
  legend: ReactNode;
  children: ReactNode;
}

/** What every map has: its legend, how far it is, and the value at a point. The rest folds away. */
export function MapPanel({ id, tool, isPossible, legend, children }: MapPanelProps) {
  if (!isPossible) return <ToolPanel id={id} always={children} />;
  const always = (
    <>
      {legend}
      <Status tool={tool} />
      <Reading tool={tool} />
    </>
  );
  return (
    <ToolPanel id={id} always={always}>
      {children}
    </ToolPanel>
  );
}

function Status({ tool }: { tool: MapTool }) {
  const { t } = useTranslation('maps');
  const status = useWatched(tool.work.status);
  if (status.is === 'done') return null;
  if (status.is === 'working') {
    const percent = Math.round(status.progress * 100);
    return (
      <div className={styles.status}>
        <Progress value={percent} size="sm" aria-label={t('working')} />
        <Button size="compact-xs" variant="subtle" onClick={() => tool.work.stop()}>
          {t('stop')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.status}>
      <Text size="sm" role="status">
        {t(status.is)}
      </Text>
      <Button size="compact-xs" variant="subtle" onClick={() => void tool.start()}>
        {t('again')}
      </Button>
    </div>
  );
}

function Reading({ tool }: { tool: MapTool }) {
  const { t } = useTranslation('maps');
  const { length } = useMillimetres();
  const value = useWatched(tool.map.reading);
  const text =
    value === undefined
      ? t('readHint')
      : value === null
        ? t('readNothing')
        : t('reading', { value: length(value) });
  return (
    <div className={styles.status}>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Button size="compact-xs" variant="subtle" onClick={() => void tool.readMiddle()}>
        {t('readMiddle')}
      </Button>
    </div>
  );
}
