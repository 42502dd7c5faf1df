import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../use-numbers.ts';
import { ChartPanel } from './ChartPanel.tsx';
import classes from './dashboard.module.css';

export interface Named {
  name: string;
  count: number;
}

/** Number of bars in the chart; the table has all values. */
const DRAWN = 10;
const BAR_PX = 30;
const NAMES_PX = 150;

interface Props {
  title: string;
  /** Heading of the names in the table. */
  of: string;
  counts: readonly Named[];
  empty: string;
}

/** Counts by name, as bars beside each other. */
export function CountsPanel({ title, of, counts, empty }: Props) {
  const { t } = useTranslation('admin-dashboard');
  const numbers = useNumbers();
  const drawn = counts.slice(0, DRAWN);
  return (
    <ChartPanel
      title={title}
      empty={empty}
      isEmpty={counts.every(({ count }) => count === 0)}
      chart={
        <BarChart
          h={drawn.length * BAR_PX + 16}
          data={drawn}
          dataKey="name"
          orientation="vertical"
          series={[{ name: 'count', label: t('count'), color: 'var(--chosen)' }]}
          withBarValueLabel
          withXAxis={false}
          gridAxis="none"
          withTooltip={false}
          maxBarWidth={16}
          valueFormatter={numbers.count}
          barChartProps={{ margin: { right: 56 }, accessibilityLayer: false }}
          barProps={{ radius: 4, isAnimationActive: false }}
          yAxisProps={{ width: NAMES_PX, interval: 0 }}
        />
      }
      table={
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">{t('count')}</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ name, count }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{numbers.count(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}
