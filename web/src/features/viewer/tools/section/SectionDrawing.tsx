import { IconArrowsMaximize, IconMinus, IconPlus, type TablerIcon } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { extentOf, nearestPlace } from '../../../../viewer/surfaces/section-lines.ts';
import type { Outline } from '../../../../viewer/tools/outline.ts';
import { type DrawnSection, outlineColours } from '../../../../viewer/tools/section.ts';
import { ToolButton } from '../../ToolButton.tsx';
import { gridLines, gridStep, type Place, toPlane, toScreen } from './paper.ts';
import styles from './section.module.css';
import { usePaper } from './use-paper.ts';
import type { SectionMeasure } from './use-section-measures.ts';

/** Pixels within which a click snaps to an outline, for mouse and touch. */
const [mouseReach, touchReach] = [14, 26];

const noOutlines: readonly Outline[] = [];

interface SectionDrawingProps {
  drawn: DrawnSection | undefined;
  measures: readonly SectionMeasure[];
  format(measure: SectionMeasure): string;
  formatLength(millimetres: number): string;
  onPlace(place: Place): void;
  onBack(): boolean;
}

/** The outlines to scale over a millimetre grid, with their measures. */
export function SectionDrawing(props: SectionDrawingProps) {
  const { drawn, measures } = props;
  const outlines = drawn?.outlines ?? noOutlines;
  const { t } = useTranslation('viewer');
  const extent = useMemo(() => extentOf(outlines), [outlines]);
  const shapes = useMemo(
    () => outlines.map(({ scan, layer, lines }) => ({ scan, layer, d: pathOf(lines) })),
    [outlines],
  );
  const { ref, paper, size, handlers, zoomBy, fit } = usePaper({
    extent,
    fitKey: drawn?.view ?? '',
    onClick: (point, isTouch) => {
      const reach = (isTouch ? touchReach : mouseReach) / paper.scale;
      const place = nearestPlace(outlines, toPlane(paper, size, point), reach);
      if (place) props.onPlace(place);
    },
    onBack: props.onBack,
  });
  const { across, down } = gridLines(paper, size);
  const [left, top] = toScreen(paper, size, [0, 0]);
  return (
    <div className={styles.sheet}>
      <div
        ref={ref}
        className={styles.drawing}
        role="application"
        aria-label={t('section.drawing')}
        {...handlers}
      >
        <svg aria-hidden>
          <path
            className={styles.grid}
            d={[
              ...across.map((x) => `M${x} 0V${size.height}`),
              ...down.map((y) => `M0 ${y}H${size.width}`),
            ].join('')}
          />
          {shapes.map(({ scan, layer, d }) => (
            <path
              key={scan}
              className={styles.outline}
              stroke={outlineColours[layer]}
              transform={`translate(${left} ${top}) scale(${paper.scale} ${-paper.scale})`}
              d={d}
            />
          ))}
          <path className={styles.crosshair} d={`M${size.width / 2 - 8} ${size.height / 2}h16m-8-8v16`} />
          {measures.map((measure) => (
            <Measured
              key={measure.id}
              places={measure.places.map((place) => toScreen(paper, size, place))}
              text={measure.value === undefined ? undefined : props.format(measure)}
            />
          ))}
        </svg>
      </div>
      <span className={styles.scale}>
        {t('section.grid', { length: props.formatLength(gridStep(paper)) })}
      </span>
      <div className={styles.zoom}>
        <Zoom icon={IconPlus} label={t('section.nearer')} onClick={() => zoomBy(1.5)} />
        <Zoom icon={IconMinus} label={t('section.further')} onClick={() => zoomBy(1 / 1.5)} />
        <Zoom icon={IconArrowsMaximize} label={t('section.fit')} onClick={fit} />
      </div>
      {drawn && !extent && <p className={styles.empty}>{t('section.nothing')}</p>}
    </div>
  );
}

function Zoom(button: { icon: TablerIcon; label: string; onClick(): void }) {
  return <ToolButton variant="default" size="md" side="left" {...button} />;
}

function Measured({ places, text }: { places: readonly Place[]; text?: string }) {
  const middle = places.length === 3 ? places[1] : places[0];
  const last = places.at(-1);
  const at: Place | undefined =
    places.length === 2 && middle && last ? [(middle[0] + last[0]) / 2, (middle[1] + last[1]) / 2] : middle;
  return (
    <g className={styles.measured}>
      <polyline points={places.map((place) => place.join(',')).join(' ')} />
      {places.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={4} />
      ))}
      {text && at && (
        <text x={at[0]} y={at[1] - 10}>
          {text}
        </text>
      )}
    </g>
  );
}

/** In millimetres and scaled as a whole, so that zooming and panning do not rebuild it. */
function pathOf(lines: readonly Float64Array[]): string {
  const parts: string[] = [];
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 2) {
      parts.push(`${i === 0 ? 'M' : 'L'}${line[i]?.toFixed(4)} ${line[i + 1]?.toFixed(4)}`);
    }
  }
  return parts.join('');
}
