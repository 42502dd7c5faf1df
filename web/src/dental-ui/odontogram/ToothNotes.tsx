import type { NumberSystem } from '@cusp/contract/cases';
import type { PlacedTooth } from '@cusp/dental/odontogram/arch-geometry';
import { displayLabel, labelOfFdi, palmerFigure } from '@cusp/dental/tooth-labels';
import { memo } from 'react';
import type { OdontogramGroup } from './odontogram.types.ts';
import classes from './tooth-notes.module.css';

/** Length of the two lines of a Palmer corner, in mm. */
const CORNER = { across: 3, high: 3.6 };

/** SVG path of the two lines of Palmer notation around a tooth's label. */
export function cornerPath({ tooth, label }: PlacedTooth): string {
  const x = label[0] + (tooth.side === 'right' ? CORNER.across / 2 : -CORNER.across / 2);
  const y = label[1] + (tooth.jaw === 'upper' ? CORNER.high / 2 : -CORNER.high / 2);
  const across = tooth.side === 'right' ? -CORNER.across : CORNER.across;
  const high = tooth.jaw === 'upper' ? -CORNER.high : CORNER.high;
  return `M${x + across} ${y}H${x}V${y + high}`;
}

/** A tooth's label; in Palmer notation only the digit, because cornerPath draws the corner. */
export const writtenLabel = ({ tooth }: PlacedTooth, system: NumberSystem): string =>
  system === 'Palmer' ? palmerFigure(tooth) : displayLabel(tooth.fdi, system);

/** Whether the number system has no number for the tooth. */
export const isForeign = ({ tooth }: PlacedTooth, system: NumberSystem): boolean =>
  labelOfFdi(tooth.fdi, system) === null;

interface LabelProps {
  placed: PlacedTooth;
  system: NumberSystem;
  selected: boolean;
}

function Label({ placed, system, selected }: LabelProps) {
  const [x, y] = placed.label;
  const palmer = system === 'Palmer';
  const text = writtenLabel(placed, system);
  const [width, height] = palmer ? [6.4, 6] : [Math.max(5, text.length * 1.9 + 1.8), 5];
  const look = {
    'data-selected': selected || undefined,
    'data-foreign': isForeign(placed, system) || undefined,
  };
  return (
    <>
      {selected && (
        <rect
          className={classes.pill}
          x={x - width / 2}
          y={y - height / 2}
          width={width}
          height={height}
          rx={palmer ? 1.6 : 2.5}
        />
      )}
      <text className={classes.label} {...look} x={x} y={y}>
        {text}
      </text>
      {palmer && <path className={classes.corner} {...look} d={cornerPath(placed)} />}
    </>
  );
}

interface MarksProps {
  placed: PlacedTooth;
  groups: readonly OdontogramGroup[];
}

/** The marks of the restorations on a tooth. */
export function Marks({ placed, groups }: MarksProps) {
  const [x, y] = placed.centre;
  const first = x - ((groups.length - 1) * 3) / 2;
  return groups.map((group, index) => (
    <g key={group.key} className={classes.mark} data-color={group.color}>
      <circle cx={first + index * 3} cy={y} r={2.1} />
      <text x={first + index * 3} y={y}>
        {group.mark}
      </text>
    </g>
  ));
}

/**
 * The labels and marks on and beside a tooth; hidden from screen readers because the tooth has an accessible
 * name.
 */
export const ToothNotes = memo(function ToothNotes({
  placed,
  groups,
  system,
  selected,
}: MarksProps & LabelProps) {
  return (
    <>
      <Marks placed={placed} groups={groups} />
      <Label placed={placed} system={system} selected={selected} />
    </>
  );
});
