import type { Period } from '@cusp/contract/dashboard';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './dashboard.module.css';

export type { Period };

/** The periods in display order. */
const PERIODS = ['thisweek', 'week', 'thismonth', 'month'] as const satisfies readonly Period[];

interface Props {
  label: string;
  value: Period;
  onChange(period: Period): void;
}

export function PeriodSelect({ label, value, onChange }: Props) {
  const { t } = useTranslation('dashboard');
  return (
    <NativeSelect
      size="xs"
      className={classes.period}
      aria-label={label}
      data={PERIODS.map((period) => ({ value: period, label: t(`periods.${period}`) }))}
      value={value}
      onChange={(event) => onChange(PERIODS.find((each) => each === event.currentTarget.value) ?? value)}
    />
  );
}
