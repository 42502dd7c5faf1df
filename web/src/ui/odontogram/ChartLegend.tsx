import type { NumberSystem } from '@cusp/contract/cases';
import { useTranslation } from 'react-i18next';
import classes from './chart-legend.module.css';
import type { OdontogramGroup } from './odontogram.types.ts';
import { ToothLabels } from './ToothLabel.tsx';

/** What the colours and marks on the chart mean. */
export function ChartLegend({
  groups,
  system,
}: {
  groups: readonly OdontogramGroup[];
  system: NumberSystem;
}) {
  const { t } = useTranslation('dental');
  if (groups.length === 0) return null;
  return (
    <ul className={classes.legend} aria-label={t('chart.legend')}>
      {groups.map((group) => (
        <li key={group.key} className={classes.entry}>
          <span className={classes.swatch} data-color={group.color} aria-hidden>
            {group.mark}
          </span>
          <span className={classes.entryName}>
            {group.name}
            {group.detail && <span className={classes.entryDetail}>{group.detail}</span>}
          </span>
          <span className={classes.entryTeeth}>
            {group.arch ? t(`chart.${group.arch}`) : <ToothLabels teeth={group.teeth} system={system} />}
          </span>
        </li>
      ))}
    </ul>
  );
}
