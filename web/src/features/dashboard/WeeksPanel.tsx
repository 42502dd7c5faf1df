import type { weekCounts } from '@cusp/contract/dashboard.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import classes from './dashboard.module.css';
import chart from './weeks-chart.module.css';

/** Cases sent and completed in each of the last weeks, as a chart or a table. */
export function WeeksPanel({ query }: { query: UseQueryResult<ReplyFrom<typeof weekCounts>> }) {
  const { t } = useTranslation('dashboard');
  const [isTable, setTable] = useState(false);
  const { data, error, refetch } = query;
  const isEmpty = data?.weeks.every(({ sent, completed }) => sent + completed === 0);
  const other = t(isTable ? 'weeks.asChart' : 'weeks.asTable');
  return (
    <section className={`${classes.panel} ${classes.weeks}`} aria-labelledby="dashboard-weeks">
      <header className={classes.head}>
        <h2 id="dashboard-weeks" className={classes.title}>
          {t('weeks.title')}
        </h2>
        {data && !isEmpty && (
          <Tooltip label={other}>
            <ActionIcon variant="subtle" color="gray" aria-label={other} onClick={() => setTable(!isTable)}>
              {isTable ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </header>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={5} height={35} />
      ) : isEmpty ? (
        <EmptyState icon={<IconChartBar size={22} />} title={t('weeks.none')} />
      ) : isTable ? (
        <WeeksTable weeks={data.weeks} />
      ) : (
        <WeeksChart weeks={data.weeks} />
      )}
    </section>
  );
}

/** The numbers of the chart, latest week first. */
function WeeksTable({ weeks }: { weeks: Weeks }) {
  const { t } = useTranslation('dashboard');
  const { day: format } = useFormat();
  return (
    <table className={chart.table}>
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

type Weeks = ReplyFrom<typeof weekCounts>['weeks'];

/** The smallest round maximum of the axis that fits the highest bar; even, so that half of it is whole too. */
export function topOf(weeks: Weeks): number {
  const most = Math.max(2, ...weeks.flatMap(({ sent, completed }) => [sent, completed]));
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * magnitude >= most) ?? 10;
  const top = step * magnitude;
  return top % 2 === 0 ? top : top * 2;
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowDown: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** The week that a key moves to, null for other keys. */
export const weekAfter = (key: string, at: number, weeks: Weeks): number | null =>
  STEPS[key]?.(at, weeks.length - 1) ?? null;

const SERIES = ['sent', 'completed'] as const;

/**
 * Two bars per week. One week is spelled out below: the hovered one, or the one selected by arrow keys, initially the
 * latest. To screen readers the chart is a slider over the weeks.
 */
function WeeksChart({ weeks }: { weeks: Weeks }) {
  const { t } = useTranslation('dashboard');
  const { day: format, shortDay } = useFormat();
  const [chosen, setChosen] = useState<number | null>(null);
  const top = topOf(weeks);
  const at = Math.min(chosen ?? weeks.length - 1, weeks.length - 1);
  const week = weeks[at];
  const words = week ? t('weeks.summary', { ...week, day: format(week.day) }) : '';
  const onKeyDown = (event: KeyboardEvent) => {
    const next = weekAfter(event.key, at, weeks);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
  };
  return (
    <div className={chart.chart}>
      <div className={chart.plot}>
        <div className={chart.scale} aria-hidden>
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{value}</span>
          ))}
        </div>
        <div
          className={chart.weeks}
          role="slider"
          tabIndex={0}
          aria-label={t('weeks.choose')}
          aria-valuemin={1}
          aria-valuemax={weeks.length}
          aria-valuenow={at + 1}
          aria-valuetext={words}
          onKeyDown={onKeyDown}
          // A finger leaves when it is lifted; the tapped week stays.
          onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setChosen(null)}
        >
          {weeks.map((each, index) => (
            <div
              key={each.day}
              className={chart.week}
              data-chosen={index === at || undefined}
              onPointerEnter={() => setChosen(index)}
            >
              {SERIES.map((series) => (
                <span
                  key={series}
                  className={chart.bar}
                  data-series={series}
                  style={{ height: `${(each[series] / top) * 100}%` }}
                />
              ))}
            </div>
          ))}
        </div>
        <div className={chart.days} aria-hidden>
          {weeks.map(({ day }) => (
            <span key={day}>{shortDay(day)}</span>
          ))}
        </div>
      </div>
      <div className={chart.foot}>
        <ul className={chart.legend}>
          {SERIES.map((series) => (
            <li key={series}>
              <span className={chart.key} data-series={series} aria-hidden />
              {t(`weeks.${series}`)}
            </li>
          ))}
        </ul>
        <p className={chart.words} aria-hidden>
          {words}
        </p>
      </div>
    </div>
  );
}
