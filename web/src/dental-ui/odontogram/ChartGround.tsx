import type { DrawnConnector } from '@cusp/dental/connectors';
import { archPath, connectorPath, type PlacedTooth, VIEW_BOX } from '@cusp/dental/odontogram/arch-geometry';
import type { Jaw } from '@cusp/dental/teeth';
import { useTranslation } from 'react-i18next';
import classes from './odontogram.module.css';
import type { OdontogramGroup } from './odontogram.types.ts';

export const JAWS: readonly Jaw[] = ['upper', 'lower'];
export const CHART_BOX = `${VIEW_BOX.x} ${VIEW_BOX.y} ${VIEW_BOX.width} ${VIEW_BOX.height}`;

/** Distance from the middle of the chart to the names of the sides below or above a jaw that is drawn alone. */
const BESIDE = 3;

/** The part of the chart with one jaw. */
export const boxOfJaw = (jaw: Jaw): string =>
  `${VIEW_BOX.x} ${jaw === 'upper' ? VIEW_BOX.y : -BESIDE} ${VIEW_BOX.width} ${VIEW_BOX.height / 2 + BESIDE}`;

interface ChartGroundProps {
  groups: readonly OdontogramGroup[];
  jaws?: readonly Jaw[];
}

/** The layer below the teeth: gums, appliances, the midline and the names of sides and jaws. */
export function ChartGround({ groups, jaws = JAWS }: ChartGroundProps) {
  const { t } = useTranslation('dental');
  return (
    <g aria-hidden>
      <path className={classes.gum} d={jaws.map(archPath).join('')} />
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
      {jaws.length > 1 && <path className={classes.midline} d="M-12 0H12M0 -12V12" />}
      <text className={classes.side} data-side="right" x={-13.5} y={0}>
        {t('chart.right')}
      </text>
      <text className={classes.side} data-side="left" x={13.5} y={0}>
        {t('chart.left')}
      </text>
      {jaws.map((jaw) => (
        <text key={jaw} className={classes.jaw} x={0} y={jaw === 'upper' ? -15 : 15}>
          {t(`chart.${jaw}`)}
        </text>
      ))}
    </g>
  );
}

interface ConnectorsProps {
  connectors: readonly DrawnConnector[];
  places: ReadonlyMap<number, PlacedTooth>;
  groupsOf: ReadonlyMap<number, readonly OdontogramGroup[]>;
}

/** Bars between joined neighbours; those that are separate in another layer are dashed. */
export function Connectors({ connectors, places, groupsOf }: ConnectorsProps) {
  return connectors.map(({ teeth: [from, to], isPartial }) => {
    const [a, b] = [places.get(from), places.get(to)];
    return (
      a &&
      b && (
        <path
          key={`${from}-${to}`}
          className={classes.connector}
          data-color={groupsOf.get(from)?.[0]?.color}
          data-partial={isPartial || undefined}
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
