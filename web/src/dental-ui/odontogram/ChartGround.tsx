import { archPath, connectorPath, type PlacedTooth, VIEW_BOX } from '@cusp/dental/odontogram/arch-geometry';
import type { Jaw } from '@cusp/dental/teeth';
import { useTranslation } from 'react-i18next';
import classes from './odontogram.module.css';
import type { OdontogramGroup } from './odontogram.types.ts';

export const JAWS: readonly Jaw[] = ['upper', 'lower'];
export const CHART_BOX = `${VIEW_BOX.x} ${VIEW_BOX.y} ${VIEW_BOX.width} ${VIEW_BOX.height}`;

const GUMS = JAWS.map(archPath).join('');

/** The layer below the teeth: gums, appliances, the midline and the names of sides and jaws. */
export function ChartGround({ groups }: { groups: readonly OdontogramGroup[] }) {
  const { t } = useTranslation('dental');
  return (
    <g aria-hidden>
      <path className={classes.gum} d={GUMS} />
      {groups.map(
        (group) =>
          group.arch && (
            <path
              key={group.key}
              className={classes.appliance}
              data-color={group.color}
              d={archPath(group.arch)}
            />
          ),
      )}
      <path className={classes.midline} d="M-12 0H12M0 -12V12" />
      <text className={classes.side} data-side="right" x={-13.5} y={0}>
        {t('chart.right')}
      </text>
      <text className={classes.side} data-side="left" x={13.5} y={0}>
        {t('chart.left')}
      </text>
      <text className={classes.jaw} x={0} y={-15}>
        {t('chart.upper')}
      </text>
      <text className={classes.jaw} x={0} y={15}>
        {t('chart.lower')}
      </text>
    </g>
  );
}

interface ConnectorsProps {
  /** Pairs of neighbouring FDI numbers that are joined. */
  pairs: readonly (readonly [number, number])[];
  places: ReadonlyMap<number, PlacedTooth>;
  groupsOf: ReadonlyMap<number, readonly OdontogramGroup[]>;
}

export function Connectors({ pairs, places, groupsOf }: ConnectorsProps) {
  return pairs.map(([from, to]) => {
    const [a, b] = [places.get(from), places.get(to)];
    return (
      a &&
      b && (
        <path
          key={`${from}-${to}`}
          className={classes.connector}
          data-color={groupsOf.get(from)?.[0]?.color}
          d={connectorPath(a, b)}
        />
      )
    );
  });
}

/** The groups of each tooth, by FDI number. */
export function groupsByTooth(groups: readonly OdontogramGroup[]): ReadonlyMap<number, OdontogramGroup[]> {
  const byTooth = new Map<number, OdontogramGroup[]>();
  for (const group of groups)
    for (const fdi of group.teeth) byTooth.set(fdi, [...(byTooth.get(fdi) ?? []), group]);
  return byTooth;
}
