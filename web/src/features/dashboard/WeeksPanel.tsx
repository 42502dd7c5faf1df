import type { weekCounts } from '@cusp/contract/dashboard.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import classes from './dashboard.module.css';
import type { Weeks } from './WeeksChart.tsx';
import { WeeksChart } from './WeeksChart.tsx';
import weeksChartClasses from './weeks-chart.module.css';

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
    <table className={weeksChartClasses.table}>
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
