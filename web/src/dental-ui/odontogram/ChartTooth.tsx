import type { PlacedTooth } from '@cusp/dental/odontogram/arch-geometry';
import { memo } from 'react';
import classes from './chart-tooth.module.css';
import type { OdontogramGroup } from './odontogram.types.ts';

interface ChartToothProps {
  placed: PlacedTooth;
  /** The restoration that gives the tooth its colour. */
  group: OdontogramGroup | undefined;
  selected: boolean;
  /** Whether a proposed change concerns the tooth. */
  marked: boolean;
  /** Accessible name: the tooth and its restorations. */
  name: string;
  /** Whether the tooth is the chart's tab stop. */
  current: boolean;
}

/** One tooth of the chart; ToothNotes draws its labels and marks. */
export const ChartTooth = memo(function ChartTooth(props: ChartToothProps) {
  const { placed, group } = props;
  const { tooth } = placed;
  // SVG has no table elements, hence the ARIA roles.
  const cell = {
    role: 'gridcell',
    'aria-label': props.name,
    'aria-selected': props.selected,
    'aria-colindex': tooth.column,
    tabIndex: props.current ? 0 : -1,
  } as const;
  return (
    <g
      {...cell}
      className={classes.tooth}
      data-fdi={tooth.fdi}
      data-selected={props.selected || undefined}
      data-color={group?.color}
      data-look={group?.look}
    >
      <path className={classes.target} d={placed.target} />
      <path className={classes.halo} d={placed.outline} />
      <path className={classes.outline} d={placed.outline} />
      <path className={classes.table} d={placed.table} />
      {props.marked && <path className={classes.marked} d={placed.outline} />}
      {placed.details.length > 0 && <path className={classes.detail} d={placed.details.join(' ')} />}
      {group?.look === 'implant' && (
        <circle className={classes.screw} cx={placed.centre[0]} cy={placed.centre[1]} r={3} />
      )}
    </g>
  );
});
