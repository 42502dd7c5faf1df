import { placesOf } from '@cusp/dental/odontogram/arch-geometry';
import { standingTeeth } from '@cusp/dental/odontogram/standing-teeth';
import { fdiToId } from '@cusp/dental/teeth';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CHART_BOX, ChartGround, Connectors, groupsByTooth, JAWS } from './ChartGround.tsx';
import { ChartToolbar } from './ChartToolbar.tsx';
import { ChartTooth } from './ChartTooth.tsx';
import { ChosenTeeth } from './ChosenTeeth.tsx';
import colors from './group-colors.module.css';
import classes from './odontogram.module.css';
import type { OdontogramGroup, OdontogramProps } from './odontogram.types.ts';
import { ToothNotes } from './ToothNotes.tsx';
import { spokenLabel, toothName } from './tooth-name.ts';
import { useChartInput } from './use-chart-input.ts';

const NO_GROUPS: readonly OdontogramGroup[] = [];

/** SVG has no table elements, hence the ARIA roles. */
const GRID = { role: 'grid', 'aria-multiselectable': true } as const;
const ROW = { role: 'row' } as const;

/** The tooth chart for selecting teeth, seen as the dentist looks at the patient. Needs the `dental` texts. */
export function Odontogram(props: OdontogramProps) {
  const { system, groups, connectors, primary, selected, onSelect, onPrimaryChange, onSystemChange } = props;
  const { t } = useTranslation('dental');
  const groupsOf = useMemo(() => groupsByTooth(groups), [groups]);
  const teeth = useMemo(() => standingTeeth(primary, [...groupsOf.keys()]), [primary, groupsOf]);
  const places = useMemo(() => placesOf(teeth), [teeth]);
  const fixed = useMemo(() => new Set([...groupsOf.keys()].flatMap((fdi) => fdiToId(fdi) ?? [])), [groupsOf]);
  const { current, swap, handlers } = useChartInput({
    teeth,
    fixed,
    primary,
    selected,
    onSelect,
    onPrimaryChange,
  });

  const nameOf = (fdi: number) =>
    [
      `${toothName(fdi, t)}, ${spokenLabel(fdi, system)}`,
      ...(groupsOf.get(fdi) ?? []).map((group) => group.name),
    ].join(', ');

  return (
    <div className={`${classes.root} ${colors.colors}`}>
      <ChartToolbar
        system={system}
        onSystemChange={onSystemChange}
        primary={primary}
        onPrimaryChange={onPrimaryChange}
        selected={selected}
        fixed={fixed}
        onSelect={onSelect}
      />
      <svg
        {...GRID}
        aria-label={t('chart.label')}
        {...handlers}
        className={classes.chart}
        viewBox={CHART_BOX}
      >
        <ChartGround groups={groups} />
        {JAWS.map((jaw) => (
          <g key={jaw} {...ROW} aria-label={t(`chart.${jaw}`)}>
            {[...places].map(
              ([fdi, placed]) =>
                placed.tooth.jaw === jaw && (
                  <ChartTooth
                    // Keyed by position, so that the element and its focus survive a change of dentition.
                    key={`${placed.tooth.id}${placed.isBehind}`}
                    placed={placed}
                    group={groupsOf.get(fdi)?.[0]}
                    selected={selected.includes(fdi)}
                    marked={props.marked?.includes(fdi) ?? false}
                    name={nameOf(fdi)}
                    current={current === fdi}
                  />
                ),
            )}
          </g>
        ))}
        <g aria-hidden>
          <Connectors connectors={connectors} places={places} />
          {[...places].map(([fdi, placed]) => (
            <ToothNotes
              key={fdi}
              placed={placed}
              system={system}
              groups={groupsOf.get(fdi) ?? NO_GROUPS}
              selected={selected.includes(fdi)}
            />
          ))}
        </g>
      </svg>
      <ChosenTeeth
        selected={selected}
        fixed={fixed}
        system={system}
        onClear={() => onSelect([])}
        onSwap={swap}
      />
    </div>
  );
}
