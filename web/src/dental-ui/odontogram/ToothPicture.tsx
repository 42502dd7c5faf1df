import { type PlacedTooth, placesOf } from '@cusp/dental/odontogram/arch-geometry';
import { standingTeeth } from '@cusp/dental/odontogram/standing-teeth';
import type { Jaw } from '@cusp/dental/teeth';
import { formatToothList } from '@cusp/dental/tooth-lists';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { boxOfJaw, CHART_BOX, ChartGround, Connectors, groupsByTooth, JAWS } from './ChartGround.tsx';
import tooth from './chart-tooth.module.css';
import colors from './group-colors.module.css';
import classes from './odontogram.module.css';
import type { OdontogramGroup, ToothPictureProps } from './odontogram.types.ts';
import { cornerPath, isForeign, Marks, writtenLabel } from './ToothNotes.tsx';
import { spokenSystem } from './tooth-name.ts';
import notes from './tooth-notes.module.css';

const NO_MARKS: readonly number[] = [];

/**
 * The read-only tooth chart, seen as the dentist looks at the patient. Teeth without restorations are one
 * path and all labels one text: a tenth of the elements of the interactive chart, which matters on slow
 * phones. With a `jaw` only that one is drawn. Needs the `dental` texts.
 */
export const ToothPicture = memo(function ToothPicture(props: ToothPictureProps & { jaw?: Jaw | undefined }) {
  const { system, groups, connectors, primary, marked = NO_MARKS, jaw } = props;
  const { t } = useTranslation('dental');
  const groupsOf = useMemo(() => groupsByTooth(groups), [groups]);
  const places = useMemo(
    () => placesOf(standingTeeth(primary, [...groupsOf.keys(), ...marked])),
    [primary, groupsOf, marked],
  );
  const standing = [...places.values()].filter(({ tooth }) => !jaw || tooth.jaw === jaw);
  const made = standing.filter(({ tooth: { fdi } }) => groupsOf.has(fdi));
  const rest = standing.filter(({ tooth: { fdi } }) => !groupsOf.has(fdi));
  const summary = groups
    .map(({ name, arch, teeth }) => {
      const places = [arch && t(`chart.${arch}`), formatToothList(teeth, spokenSystem(system))]
        .filter(Boolean)
        .join(', ');
      return places ? `${name}: ${places}` : name;
    })
    .join('; ');
  return (
    <div className={`${classes.root} ${colors.colors}`} data-picture>
      <svg
        role="img"
        aria-label={`${t('chart.label')}. ${summary}`}
        className={classes.chart}
        viewBox={jaw ? boxOfJaw(jaw) : CHART_BOX}
      >
        <ChartGround groups={groups} jaws={jaw ? [jaw] : JAWS} />
        <TeethAtRest teeth={rest} />
        {made.map((placed) => (
          <MadeTooth key={placed.tooth.fdi} placed={placed} group={groupsOf.get(placed.tooth.fdi)?.[0]} />
        ))}
        <path
          className={tooth.marked}
          d={standing
            .flatMap(({ tooth: { fdi }, outline }) => (marked.includes(fdi) ? outline : []))
            .join('')}
        />
        <Connectors connectors={connectors} places={places} />
        {made.map((placed) => (
          <Marks key={placed.tooth.fdi} placed={placed} groups={groupsOf.get(placed.tooth.fdi) ?? []} />
        ))}
        <text className={notes.label}>
          {standing.map((placed) => (
            <tspan
              key={placed.tooth.fdi}
              x={placed.label[0]}
              y={placed.label[1]}
              data-foreign={isForeign(placed, system) || undefined}
            >
              {writtenLabel(placed, system)}
            </tspan>
          ))}
        </text>
        {system === 'Palmer' && <path className={notes.corner} d={standing.map(cornerPath).join('')} />}
      </svg>
    </div>
  );
});

function TeethAtRest({ teeth }: { teeth: readonly PlacedTooth[] }) {
  const together = (shape: (placed: PlacedTooth) => string) => teeth.map(shape).join('');
  return (
    <g className={tooth.tooth}>
      <path className={tooth.outline} d={together(({ outline }) => outline)} />
      <path className={tooth.table} d={together(({ table }) => table)} />
      <path className={tooth.detail} d={together(({ details }) => details.join(''))} />
    </g>
  );
}

function MadeTooth({ placed, group }: { placed: PlacedTooth; group: OdontogramGroup | undefined }) {
  const [x, y] = placed.centre;
  return (
    <g className={tooth.tooth} data-color={group?.color} data-look={group?.look}>
      <path className={tooth.outline} d={placed.outline} />
      <path className={tooth.detail} d={placed.details.join('')} />
      {group?.look === 'implant' && <circle className={tooth.screw} cx={x} cy={y} r={3} />}
    </g>
  );
}
