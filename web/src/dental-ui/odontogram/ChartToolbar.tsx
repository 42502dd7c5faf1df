import type { NumberSystem } from '@cusp/contract/cases';
import { NUMBER_SYSTEMS, type ToothId } from '@cusp/dental/teeth';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './chart-controls.module.css';
import { type ChartDentition, chartDentition, follow, usualPositions } from './chart-selection.ts';

interface ChartToolbarProps {
  system: NumberSystem;
  onSystemChange(system: NumberSystem): void;
  primary: ReadonlySet<ToothId>;
  onPrimaryChange(positions: Set<ToothId>): void;
  selected: readonly number[];
  /** Positions whose dentition a restoration has fixed. */
  fixed: ReadonlySet<ToothId>;
  onSelect(fdis: number[]): void;
}

const DENTITIONS: readonly ChartDentition[] = ['permanent', 'mixed', 'primary'];

/** Selects dentition and number system. */
export function ChartToolbar(props: ChartToolbarProps) {
  const { system, primary, selected, fixed, onSystemChange, onPrimaryChange } = props;
  const { t } = useTranslation('dental');

  const changeDentition = (dentition: ChartDentition) => {
    const next = usualPositions(dentition);
    onPrimaryChange(next);
    props.onSelect(follow(selected, next, fixed));
    if (dentition === 'permanent' && system === 'Primary') onSystemChange('Universal');
  };
  const changeSystem = (next: NumberSystem) => {
    onSystemChange(next);
    if (next !== 'Primary' || primary.size > 0) return;
    onPrimaryChange(usualPositions('primary'));
    props.onSelect(follow(selected, usualPositions('primary'), fixed));
  };

  return (
    <div className={classes.choices}>
      <SegmentedControl
        size="xs"
        aria-label={t('chart.dentition')}
        value={chartDentition(primary)}
        onChange={(value) => changeDentition(value as ChartDentition)}
        data={DENTITIONS.map((value) => ({ value, label: t(`chart.${value}`) }))}
      />
      <NativeSelect
        size="xs"
        className={classes.system}
        aria-label={t('chart.system')}
        value={system}
        onChange={(event) => changeSystem(event.currentTarget.value as NumberSystem)}
        data={NUMBER_SYSTEMS.map((value) => ({ value, label: t(`systems.${value}`) }))}
      />
    </div>
  );
}
