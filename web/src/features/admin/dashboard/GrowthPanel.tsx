import type { ReplyFrom } from '@cusp/contract/endpoints';
import type { statistics } from '@cusp/contract/statistics.routes';
import { AreaChart } from '@mantine/charts';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import { useNumbers } from '../use-numbers.ts';
import { ChartPanel } from './ChartPanel.tsx';
import classes from './dashboard.module.css';

type Days = ReplyFrom<typeof statistics>['days'];

const SERIES = ['users', 'cases', 'bytes', 'devices', 'sign_ins'] as const;
type Series = (typeof SERIES)[number];

/** The new objects of each day of the period: one series as a chart, or all of them as a table. */
export function GrowthPanel({ days }: { days: Days }) {
  const { t } = useTranslation('admin-dashboard');
  const [series, setSeries] = useState<Series>('cases');
  const format = useFormat();
  const numbers = useNumbers();
  const text = (kind: Series, value: number) => (kind === 'bytes' ? numbers.bytes : numbers.count)(value);
  const isEmpty = days.every((day) => SERIES.every((kind) => day[kind] === 0));
  return (
    <ChartPanel
      isWide
      title={t('growth.title')}
      empty={t('none')}
      isEmpty={isEmpty}
      tools={
        isEmpty ? null : (
          <div className={classes.scroll}>
            <SegmentedControl
              size="xs"
              aria-label={t('growth.choose')}
              data={SERIES.map((kind) => ({ value: kind, label: t(`growth.${kind}`) }))}
              value={series}
              onChange={(value) => setSeries(SERIES.find((kind) => kind === value) ?? series)}
            />
          </div>
        )
      }
      chart={
        <AreaChart
          h={260}
          data={days.map((day) => ({ day: format.shortDay(day.day), value: day[series] }))}
          dataKey="day"
          series={[{ name: 'value', label: t(`growth.${series}`), color: 'var(--chosen)' }]}
          curveType="linear"
          withDots={days.length <= 31}
          valueFormatter={(value) => text(series, value)}
          areaProps={{ isAnimationActive: false }}
          areaChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 16 } }}
          // With all values drawn, the chart does not move the highest one down into its box.
          yAxisProps={{ width: 72, allowDecimals: false, interval: 0 }}
          xAxisProps={{ minTickGap: 24 }}
        />
      }
      table={
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('growth.day')}</th>
              {SERIES.map((kind) => (
                <th key={kind} scope="col">
                  {t(`growth.${kind}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row" className={classes.day}>
                  {format.day(day.day)}
                </th>
                {SERIES.map((kind) => (
                  <td key={kind}>{text(kind, day[kind])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}
