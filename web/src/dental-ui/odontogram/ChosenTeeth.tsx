import type { NumberSystem } from '@cusp/contract/cases';
import { fdiToId, PRIMARY_IDS, type ToothId } from '@cusp/dental/teeth';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './chart-controls.module.css';
import { ToothLabels } from './ToothLabel.tsx';

interface ChosenTeethProps {
  selected: readonly number[];
  /** Positions whose dentition a restoration has fixed. */
  fixed: ReadonlySet<ToothId>;
  system: NumberSystem;
  onClear: () => void;
  onSwap: (ids: readonly ToothId[]) => void;
}

/** The selected teeth as text, with the actions on them. Placed below the chart so that the chart never moves. */
export function ChosenTeeth({ selected, fixed, system, onClear, onSwap }: ChosenTeethProps) {
  const { t } = useTranslation('dental');
  const positions = selected
    .flatMap((fdi) => fdiToId(fdi) ?? [])
    .filter((id) => PRIMARY_IDS.includes(id) && !fixed.has(id));
  return (
    <div className={classes.chosen}>
      <span aria-live="polite" className={classes.chosenTeeth}>
        {selected.length === 0 ? (
          t('chart.hint')
        ) : (
          <>
            {t('chart.selected')} <ToothLabels teeth={selected} system={system} />
          </>
        )}
      </span>
      <div className={classes.actions}>
        {positions.length > 0 && (
          <Button size="compact-xs" variant="default" onClick={() => onSwap(positions)}>
            {t('chart.swap')}
          </Button>
        )}
        {selected.length > 0 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onClear}>
            {t('chart.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}
