import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { LayerId } from '../../../viewer/plan-scene.ts';
import type { ScanId } from '../../../viewer/surfaces/places.ts';
import { farthest } from '../../../viewer/surfaces/thickness.ts';
import type { MeasuringTool } from '../../../viewer/tools/measuring.ts';
import type { Thickness } from '../../../viewer/tools/thickness.ts';
import { useFormatLength } from '../length-unit.ts';
import { ScanSource } from '../maps/scan-source.ts';
import { MeasurePanel } from './MeasurePanels.tsx';

/** Scans named for one point; more would not be read. */
const mostScans = 3;

export function ThicknessPanel({ tool }: { tool: MeasuringTool<Thickness | null> }) {
  const { t } = useTranslation('viewer');
  const length = useFormatLength();
  const { files } = useContext(ScanSource);
  // The file says more than its layer: two scans of one layer would have the same name.
  const nameOf = (scan: ScanId, layer: LayerId = 'other') =>
    files.find(({ id }) => id === scan)?.filename ?? t(`layerNames.${layer}`);
  const say = (found: Thickness | null) => {
    const own = found ? nameOf(found.scan, found.layer) : '';
    const rows = (found?.others ?? []).slice(0, mostScans).flatMap(({ scan, distance, nearest }) => {
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
