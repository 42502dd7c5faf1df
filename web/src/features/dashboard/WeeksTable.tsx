import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './weeks-chart.module.css';
import type { Weeks } from './weeks-chart.ts';

/** The numbers of the chart, latest week first. */
export function WeeksTable({ weeks }: { weeks: Weeks }) {
  const { t } = useTranslation('dashboard');
  const { day: format } = useFormat();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('weeks.week')}</th>
          <th scope="col">{t('weeks.sent')}</th>
          <th scope="col">{t('weeks.completed')}</th>
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map(({ day, sent, completed }) => (
          <tr key={day}>
            <th scope="row">{format(day)}</th>
            <td>{sent}</td>
            <td>{completed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
