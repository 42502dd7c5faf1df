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

/** Distance of the ends of the arch from the midline; a jaw that is drawn alone has the names of the sides there. */
const END = 35.6;

const DOWN: Readonly<Record<Jaw, 1 | -1>> = { upper: -1, lower: 1 };

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
  const alone = jaws.length === 1 ? jaws[0] : undefined;
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
      {(['right', 'left'] as const).map((side) => (
        <text
          key={side}
          className={classes.side}
          data-side={alone ? undefined : side}
          x={(side === 'right' ? -1 : 1) * (alone ? END : 13.5)}
          y={alone ? DOWN[alone] * -1.5 : 0}
        >
          {t(`chart.${side}`)}
        </text>
      ))}
      {jaws.map((jaw) => (
        <text key={jaw} className={classes.jaw} x={0} y={DOWN[jaw] * (alone ? 21 : 15)}>
          {t(`chart.${jaw}`)}
        </text>
      ))}
    </g>
  );
}

interface ConnectorsProps {
  connectors: readonly DrawnConnector[];
  places: ReadonlyMap<number, PlacedTooth>;
}

/** Bars between joined neighbours; those that are separate in another layer are dashed. */
export function Connectors({ connectors, places }: ConnectorsProps) {
  return connectors.map(({ teeth: [from, to], color, isPartial }) => {
    const [a, b] = [places.get(from), places.get(to)];
    return (
      a &&
      b && (
        <path
          key={`${from}-${to}`}
          className={classes.connector}
          data-color={color}
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
