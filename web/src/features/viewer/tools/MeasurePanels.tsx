import { SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import type { LayerId } from '../../../viewer/plan-scene.ts';
import type { ScanId, Spot } from '../../../viewer/surfaces/places.ts';
import { farthest } from '../../../viewer/surfaces/thickness.ts';
import type { Along } from '../../../viewer/tools/along-surface.ts';
import type { Circle, NoCircle } from '../../../viewer/tools/circle.ts';
import type { Measure, MeasuringTool } from '../../../viewer/tools/measuring.ts';
import type { Thickness } from '../../../viewer/tools/thickness.ts';
import { useFormatLength } from '../length-unit.ts';
import { ScanSource } from '../maps/scan-source.ts';
import { useWatched } from '../use-watched.ts';
import { MeasureList, useChangeNotice } from './MeasureList.tsx';
import styles from './measures.module.css';
import { ToolPanel } from './ToolPanel.tsx';
import type { ToolId } from './tool-kind.ts';

export function DistancePanel({ tool }: { tool: MeasuringTool<number> }) {
  const { t } = useTranslation('viewer');
  const length = useFormatLength();
  const say = (millimetres: number, [from, to]: readonly Spot[]) => {
    const value = length(millimetres);
    if (!from || !to) return valueOnly(value);
    const [x, y, z] = to.point;
    const [fromX, fromY, fromZ] = from.point;
    const parts = [`x ${length(x - fromX)}`, `y ${length(y - fromY)}`, `z ${length(z - fromZ)}`];
    const text = (
      <>
        <strong>{value}</strong>
        <span className={styles.parts}>
          <DottedLine facts={parts} />
        </span>
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
  const say = (degrees: number) => valueOnly(tool.context.formatAngle(degrees));
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
  /** Formats a value, with the part that can be copied. */
  say(value: Value, spots: readonly Spot[]): { text: ReactNode; value?: string };
  /** Clicks snap to a vertex or edge. */
  snaps?: boolean;
}

/** The next step of a measuring tool, and its measures. */
function MeasurePanel<Value>({ id, tool, hint, say, snaps }: MeasurePanelProps<Value>) {
  const { t } = useTranslation('viewer');
  const measures = useWatched(tool.measures);
  const changes = useChangeNotice(useWatched(tool.changes));
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
    <ToolPanel id={id} always={<ToolHint>{changes ?? hint}</ToolHint>}>
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

/** The next step with the active tool. */
function ToolHint({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" className={styles.hint} role="status">
      {children}
    </Text>
  );
}

/** Maximum number of scans named for one point, to keep the text readable. */
const maxScans = 3;

export function ThicknessPanel({ tool }: { tool: MeasuringTool<Thickness | null> }) {
  const { t } = useTranslation('viewer');
  const length = useFormatLength();
  const { files } = useContext(ScanSource);
  // The file name, because two scans of one layer would have the same name.
  const nameOf = (scan: ScanId, layer: LayerId = 'other') =>
    files.find(({ id }) => id === scan)?.filename ?? t(`layerNames.${layer}`);
  const say = (found: Thickness | null) => {
    const own = found ? nameOf(found.scan, found.layer) : '';
    const rows = (found?.others ?? []).slice(0, maxScans).flatMap(({ scan, distance, nearest }) => {
      const other = nameOf(scan, found?.layerOf.get(scan));
      const between = t(distance < 0 ? 'measures.overlap' : 'measures.between', { own, other });
      return [
        { name: between, value: length(Math.abs(distance)) },
        { name: t('measures.nearest', { other }), value: length(nearest) },
      ];
    });
    if (found?.own) rows.push({ name: t('measures.through', { own }), value: length(found.own.distance) });
    if (rows.length === 0) return { text: t('measures.noOpposite', { distance: length(farthest) }) };
    const text = (
      <dl>
        {rows.map(({ name, value }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    );
    return { text, value: rows.map(({ name, value }) => `${name}: ${value}`).join('\n') };
  };
  return <MeasurePanel id="thickness" tool={tool} hint={t('measures.thicknessHint')} say={say} />;
}
