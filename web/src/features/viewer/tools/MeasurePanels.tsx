import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Spot } from '../../../viewer/surfaces/places.ts';
import type { Along } from '../../../viewer/tools/along-surface.ts';
import type { Circle, NoCircle } from '../../../viewer/tools/circle.ts';
import type { Measure, MeasuringTool } from '../../../viewer/tools/measuring.ts';
import { useFormatLength } from '../length-unit.ts';
import { useWatched } from '../use-watched.ts';
import { MeasureList } from './MeasureList.tsx';
import styles from './measures.module.css';
import { ToolHint } from './ToolHint.tsx';
import { ToolPanel } from './ToolPanel.tsx';
import type { ToolId } from './tool-kind.ts';
import { useNews } from './use-news.ts';

export function DistancePanel({ tool }: { tool: MeasuringTool<number> }) {
  const { t } = useTranslation('viewer');
  const length = useFormatLength();
  const say = (millimetres: number, [from, to]: readonly Spot[]) => {
    const value = length(millimetres);
    if (!from || !to) return valueOnly(value);
    const parts = (['x', 'y', 'z'] as const).map((axis, i) => {
      const part = length((to.point[i] as number) - (from.point[i] as number));
      return `${axis} ${part}`;
    });
    const text = (
      <>
        <strong>{value}</strong>
        <span className={styles.parts}>{parts.join(' · ')}</span>
      </>
    );
    return { text, value };
  };
  return <MeasurePanel id="distance" tool={tool} hint={t('measureHint')} say={say} snaps />;
}

export function CirclePanel({ tool }: { tool: MeasuringTool<Circle | NoCircle> }) {
  const { t } = useTranslation('viewer');
  const length = useFormatLength();
  const say = (found: Circle | NoCircle) =>
    'reason' in found
      ? { text: t('measures.onALine') }
      : {
          text: (
            <dl>
              <dt>{t('measures.diameter')}</dt>
              <dd>{length(found.diameter)}</dd>
              <dt>{t('measures.radius')}</dt>
              <dd>{length(found.diameter / 2)}</dd>
            </dl>
          ),
          value: length(found.diameter),
        };
  return <MeasurePanel id="circle" tool={tool} hint={t('measures.circleHint')} say={say} snaps />;
}

export function AnglePanel({ tool }: { tool: MeasuringTool<number> }) {
  const { t } = useTranslation('viewer');
  const say = (degrees: number) => valueOnly(tool.bench.formatAngle(degrees));
  return <MeasurePanel id="angle" tool={tool} hint={t('measures.angleHint')} say={say} snaps />;
}

export function AlongPanel({ tool }: { tool: MeasuringTool<Along> }) {
  const { t } = useTranslation('viewer');
  const length = useFormatLength();
  const say = (way: Along) =>
    'reason' in way ? { text: t(`measures.apart.${way.reason}`) } : valueOnly(length(way.length));
  return <MeasurePanel id="along" tool={tool} hint={t('measures.alongHint')} say={say} />;
}

interface MeasurePanelProps<Value> {
  id: ToolId;
  tool: MeasuringTool<Value>;
  hint: string;
  /** A value in words, and what of it can be copied. */
  say(value: Value, spots: readonly Spot[]): { text: ReactNode; value?: string };
  /** Clicks can move to a vertex or edge. */
  snaps?: boolean;
}

/** What to do next, and the measures that were taken. */
export function MeasurePanel<Value>({ id, tool, hint, say, snaps }: MeasurePanelProps<Value>) {
  const { t } = useTranslation('viewer');
  const measures = useWatched(tool.measures);
  const news = useNews(useWatched(tool.news));
  const lines = measures.flatMap((measure) => {
    const words = wordsOf(measure);
    return words ? [{ id: measure.id, ...words }] : [];
  });
  function wordsOf({ value, spots, isFailed, progress }: Measure<Value>) {
    if (isFailed) return { text: t('measures.failed') };
    if (value !== undefined) return say(value, spots);
    if (progress === undefined) return undefined;
    return { text: t('measures.working', { percent: Math.round(progress * 100) }) };
  }
  return (
    <ToolPanel id={id} always={<ToolHint>{news ?? hint}</ToolHint>}>
      {snaps && <Snapping tool={tool} />}
      <MeasureList
        name={t('measures.taken')}
        lines={lines}
        onRemove={(measure) => tool.remove(measure)}
        onClear={() => tool.clear()}
      />
    </ToolPanel>
  );
}

function Snapping<Value>({ tool }: { tool: MeasuringTool<Value> }) {
  const { t } = useTranslation('viewer');
  const snapping = useWatched(tool.snapping);
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t('measures.snap.label')}
      value={snapping ?? 'off'}
      data={(['off', 'vertex', 'edge'] as const).map((value) => ({
        value,
        label: t(`measures.snap.${value}`),
      }))}
      onChange={(next) => tool.snapping.set(next === 'off' ? null : next)}
    />
  );
}

function valueOnly(value: string): { text: ReactNode; value: string } {
  return { text: <strong>{value}</strong>, value };
}
