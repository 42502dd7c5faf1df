import type { NumberSystem } from '@cusp/contract/cases';
import type { PlacedTooth } from '@cusp/contract/odontogram/arch-geometry';
import { chartLabel, labelOfFdi, palmerFigure } from '@cusp/contract/tooth-labels';
import { memo } from 'react';
import type { OdontogramGroup } from './odontogram.types.ts';
import classes from './tooth-notes.module.css';

/** Length of a Palmer corner's lines, mm. */
const CORNER = { across: 3, high: 3.6 };

function PalmerCorner({ placed }: { placed: PlacedTooth }) {
  const { tooth, label } = placed;
  const x = label[0] + (tooth.side === 'right' ? CORNER.across / 2 : -CORNER.across / 2);
  const y = label[1] + (tooth.jaw === 'upper' ? CORNER.high / 2 : -CORNER.high / 2);
  const across = tooth.side === 'right' ? -CORNER.across : CORNER.across;
  const high = tooth.jaw === 'upper' ? -CORNER.high : CORNER.high;
  return <path className={classes.corner} d={`M${x + across} ${y}H${x}V${y + high}`} />;
}

function Label({ placed, system }: { placed: PlacedTooth; system: NumberSystem }) {
  const [x, y] = placed.label;
  const palmer = system === 'Palmer';
  const text = palmer ? palmerFigure(placed.tooth) : chartLabel(placed.tooth.fdi, system);
  const [width, height] = palmer ? [6.4, 6] : [Math.max(5, text.length * 1.9 + 1.8), 5];
  return (
    <g
      aria-hidden
      className={classes.label}
      data-foreign={labelOfFdi(placed.tooth.fdi, system) === null || undefined}
    >
      <rect
        className={classes.pill}
        x={x - width / 2}
        y={y - height / 2}
        width={width}
        height={height}
        rx={palmer ? 1.6 : 2.5}
      />
      <text x={x} y={y}>
        {text}
      </text>
      {palmer && <PalmerCorner placed={placed} />}
    </g>
  );
}

function Marks({ placed, groups }: { placed: PlacedTooth; groups: readonly OdontogramGroup[] }) {
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

interface ToothNotesProps {
  placed: PlacedTooth;
  system: NumberSystem;
  groups: readonly OdontogramGroup[];
  selected: boolean;
}

/** What is written on and beside a tooth; for the eye only, the tooth itself carries the words. */
export const ToothNotes = memo(function ToothNotes({ placed, system, groups, selected }: ToothNotesProps) {
  return (
    <g className={classes.notes} data-selected={selected || undefined}>
      <Marks placed={placed} groups={groups} />
      <Label placed={placed} system={system} />
    </g>
  );
});
