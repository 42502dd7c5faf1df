import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Along } from '../../../viewer/tools/along-surface.ts';
import type { Measure, MeasuringTool } from '../../../viewer/tools/measuring.ts';
import { useFormatLength } from '../length-unit.ts';
import { useWatched } from '../use-watched.ts';
import { MeasureList } from './MeasureList.tsx';
import { ToolHint } from './ToolHint.tsx';
import { ToolPanel } from './ToolPanel.tsx';
import type { ToolId } from './tool-kind.ts';
import { useNews } from './use-news.ts';

export function DistancePanel({ tool }: { tool: MeasuringTool<number> }) {
  const { t } = useTranslation('viewer');
  const length = useFormatLength();
  const say = (millimetres: number) => valueOnly(length(millimetres));
  return <MeasurePanel id="distance" tool={tool} hint={t('measureHint')} say={say} />;
}

export function AnglePanel({ tool }: { tool: MeasuringTool<number> }) {
  const { t } = useTranslation('viewer');
  const say = (degrees: number) => valueOnly(tool.bench.formatAngle(degrees));
  return <MeasurePanel id="angle" tool={tool} hint={t('measures.angleHint')} say={say} />;
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
  say(value: Value): { text: ReactNode; value?: string };
}

/** What to do next, and the measures that were taken. */
export function MeasurePanel<Value>({ id, tool, hint, say }: MeasurePanelProps<Value>) {
  const { t } = useTranslation('viewer');
  const measures = useWatched(tool.measures);
  const news = useNews(useWatched(tool.news));
  const lines = measures.flatMap((measure) => {
    const words = wordsOf(measure);
    return words ? [{ id: measure.id, ...words }] : [];
  });
  function wordsOf({ value, isFailed, progress }: Measure<Value>) {
    if (isFailed) return { text: t('measures.failed') };
    if (value !== undefined) return say(value);
    if (progress === undefined) return undefined;
    return { text: t('measures.working', { percent: Math.round(progress * 100) }) };
  }
  return (
    <ToolPanel id={id} always={<ToolHint>{news ?? hint}</ToolHint>}>
      <MeasureList
        name={t('measures.taken')}
        lines={lines}
        onRemove={(measure) => tool.remove(measure)}
        onClear={() => tool.clear()}
      />
    </ToolPanel>
  );
}

function valueOnly(value: string): { text: ReactNode; value: string } {
  return { text: <strong>{value}</strong>, value };
}
