import { archPath, connectorPath, placesOf, VIEW_BOX } from '@cusp/contract/odontogram/arch-geometry';
import { standingTeeth } from '@cusp/contract/odontogram/standing-teeth';
import { fdiToId, type Jaw, type ToothId } from '@cusp/contract/teeth';
import { formatToothList } from '@cusp/contract/tooth-lists';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartLegend } from './ChartLegend.tsx';
import { ChartToolbar } from './ChartToolbar.tsx';
import { ChartTooth } from './ChartTooth.tsx';
import { ChosenTeeth } from './ChosenTeeth.tsx';
import colors from './group-colors.module.css';
import classes from './odontogram.module.css';
import type { OdontogramGroup, OdontogramProps } from './odontogram.types.ts';
import { ToothNotes } from './ToothNotes.tsx';
import { spokenLabel, toothName } from './tooth-name.ts';
import { useChartInput } from './use-chart-input.ts';

const NOTHING: ReadonlySet<ToothId> = new Set();
const JAWS: readonly Jaw[] = ['upper', 'lower'];
const NO_GROUPS: readonly OdontogramGroup[] = [];

function Backdrop({ groups }: { groups: readonly OdontogramGroup[] }) {
  const { t } = useTranslation('dental');
  return (
    <g aria-hidden>
      {JAWS.map((jaw) => (
        <path key={jaw} className={classes.gum} d={archPath(jaw)} />
      ))}
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

/** The tooth chart, drawn as the dentist looks at the patient. Needs the `dental` texts. */
export function Odontogram(props: OdontogramProps) {
  const { system, groups, connectors = [], primary = NOTHING, selected = [], readOnly = false } = props;
  const { t } = useTranslation('dental');
  const restored = useMemo(() => groups.flatMap((group) => group.teeth), [groups]);
  const teeth = useMemo(() => standingTeeth(primary, restored), [primary, restored]);
  const places = useMemo(() => placesOf(teeth), [teeth]);
  const fixed = useMemo(() => new Set(restored.flatMap((fdi) => fdiToId(fdi) ?? [])), [restored]);
  const groupsOf = useMemo(() => {
    const byTooth = new Map<number, OdontogramGroup[]>();
    for (const group of groups)
      for (const fdi of group.teeth) byTooth.set(fdi, [...(byTooth.get(fdi) ?? []), group]);
    return byTooth;
  }, [groups]);
  const { current, swap, handlers } = useChartInput({
    teeth,
    fixed,
    primary,
    selected,
    onSelect: props.onSelect ?? (() => {}),
    onPrimaryChange: props.onPrimaryChange,
  });

  const nameOf = (fdi: number) =>
    [
      `${toothName(fdi, t)}, ${spokenLabel(fdi, system)}`,
      ...(groupsOf.get(fdi) ?? []).map((group) => group.name),
    ].join(', ');
  const summary = groups
    .map(
      (group) =>
        `${group.name}: ${formatToothList(group.teeth, system === 'Palmer' ? 'PalmerDigital' : system)}`,
    )
    .join('; ');
  const label = readOnly ? `${t('chart.label')}. ${summary}` : t('chart.label');

  return (
    <div className={`${classes.root} ${colors.colors}`} data-read-only={readOnly || undefined}>
      {!readOnly && (
        <ChartToolbar
          system={system}
          onSystemChange={props.onSystemChange}
          primary={primary}
          onPrimaryChange={props.onPrimaryChange}
          selected={selected}
          fixed={fixed}
          onSelect={props.onSelect}
        />
      )}
      <svg
        role={readOnly ? 'img' : 'grid'}
        aria-label={label}
        {...(readOnly ? {} : { ...handlers, 'aria-multiselectable': true })}
        className={classes.chart}
        data-live={!readOnly || undefined}
        viewBox={`${VIEW_BOX.x} ${VIEW_BOX.y} ${VIEW_BOX.width} ${VIEW_BOX.height}`}
      >
        <Backdrop groups={groups} />
        {JAWS.map((jaw) => (
          <g key={jaw} {...(readOnly ? {} : { role: 'row', 'aria-label': t(`chart.${jaw}`) })}>
            {[...places].map(
              ([fdi, placed]) =>
                placed.tooth.jaw === jaw && (
                  <ChartTooth
                    // The place keeps its element, and with it the focus, when another dentition stands there.
                    key={`${placed.tooth.id}${placed.isBehind}`}
                    placed={placed}
                    group={groupsOf.get(fdi)?.[0]}
                    selected={selected.includes(fdi)}
                    name={readOnly ? null : nameOf(fdi)}
                    current={current === fdi}
                  />
                ),
            )}
          </g>
        ))}
        <g aria-hidden>
          {connectors.map(([from, to]) => {
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
          })}
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
      {!readOnly && (
        <ChosenTeeth
          selected={selected}
          fixed={fixed}
          system={system}
          onClear={() => props.onSelect?.([])}
          onSwap={props.onPrimaryChange && swap}
        />
      )}
      {props.hasLegend !== false && <ChartLegend groups={groups} system={system} />}
    </div>
  );
}
