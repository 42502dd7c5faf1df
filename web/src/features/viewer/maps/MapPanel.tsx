import { Button, Progress, Slider, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Scale, ticksOf } from '../../../viewer/maps/scale.ts';
import type { MapTool } from '../../../viewer/tools/map-tool.ts';
import { ToolPanel } from '../tools/ToolPanel.tsx';
import type { ToolId } from '../tools/tool-kind.ts';
import { useWatched } from '../use-watched.ts';
import styles from './maps.module.css';
import { useMillimetres } from './use-millimetres.ts';

interface MapPanelProps {
  id: ToolId;
  tool: MapTool;
  /** Whether the tool can run; if not, only the children are shown to say why. */
  isPossible: boolean;
  legend: ReactNode;
  children: ReactNode;
}

/** The common parts of maps: legend, progress, and the value at a point. The rest is collapsible. */
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

/** The statistics of a map. */
export function Numbers({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={styles.numbers}>
      {rows.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface MapSliderProps {
  label: string;
  /** Shown next to it. */
  text: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange(value: number): void;
}

/** A slider with name and value above it; arrow keys move it by a step. */
export function MapSlider({ label, text, ...slider }: MapSliderProps) {
  return (
    <div>
      <div className={styles.sliderHead}>
        <span>{label}</span>
        <span className={styles.value}>{text}</span>
      </div>
      <Slider
        className={styles.slider}
        size="sm"
        label={null}
        thumbLabel={label}
        thumbValueText={text}
        {...slider}
      />
    </div>
  );
}

interface LegendProps {
  scale: Scale;
  /** Labels of the left and the right end. */
  ends: readonly [string, string];
}

/** The colour scale of a map with its values in millimetres. */
export function Legend({ scale, ends: [low, high] }: LegendProps) {
  const { t } = useTranslation('maps');
  const { ticks, length, unit } = useMillimetres();
  const label = t('legend', { from: length(scale.from), to: length(scale.to) });
  return (
    <div>
      <div
        role="img"
        aria-label={label}
        className={styles.bar}
        style={{ background: `linear-gradient(to right, ${scale.stops.join(', ')})` }}
      />
      <div className={styles.ticks} aria-hidden>
        {ticks(ticksOf(scale)).map((value) => (
          <span key={value}>{value}</span>
        ))}
      </div>
      <div className={styles.ends}>
        <Text inherit>{low}</Text>
        <span aria-hidden>{unit}</span>
        <Text inherit ta="right">
          {high}
        </Text>
      </div>
    </div>
  );
}
