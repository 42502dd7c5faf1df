import type { ReplyFrom } from '@cusp/contract/endpoints';
import { STATISTICS_PERIODS, statistics } from '@cusp/contract/statistics.routes';
import { STATUS_FILTERS } from '@cusp/dental/case-status';
import { isRestorationType } from '@cusp/dental/restorations';
import { Alert, NativeSelect } from '@mantine/core';
import '@mantine/charts/styles.layer.css';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../client/use-call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useNumbers } from '../use-numbers.ts';
import { CountsPanel } from './CountsPanel.tsx';
import classes from './dashboard.module.css';
import { GrowthPanel } from './GrowthPanel.tsx';

type Period = (typeof STATISTICS_PERIODS)[number];
const DEFAULT: Period = 'month';

/** Activity in this region: cases, restorations and activities of a period, and growth by day. */
export default function AdminDashboardScreen() {
  const { t } = useTranslation('admin-dashboard');
  const [period, setPeriod] = usePeriod();
  const query = useCall(statistics, { query: { period } }, ['staff-statistics', period], {
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')}>
        <NativeSelect
          aria-label={t('period')}
          data={STATISTICS_PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
          value={period}
          onChange={(event) => setPeriod(event.currentTarget.value)}
        />
      </PageHeader>
      {query.data ? (
        <div aria-busy={query.isPlaceholderData} data-stale={query.isPlaceholderData || undefined}>
          <Panels of={query.data} />
        </div>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState rows={6} height={48} />
      )}
    </div>
  );
}

/** The period is in the address, so that a link shows the same data. */
function usePeriod(): [Period, (value: string) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('period');
  const period = STATISTICS_PERIODS.find((each) => each === asked) ?? DEFAULT;
  return [period, (value) => setSearch(value === DEFAULT ? {} : { period: value }, { replace: true })];
}

const STATUS_KEYS = {
  Open: 'open',
  InProgress: 'inprog',
  Completed: 'completed',
  Reopened: 'reopened',
  Closed: 'closed',
} as const;

function Panels({ of: numbers }: { of: ReplyFrom<typeof statistics> }) {
  const { t } = useTranslation(['admin-dashboard', 'common', 'dashboard', 'dental']);
  const { count } = useNumbers();
  return (
    <>
      {!numbers.is_complete && (
        <Alert color="yellow" mb="md">
          {t('incomplete')}
        </Alert>
      )}
      <dl className={classes.totals}>
        <div className={classes.total}>
          <dt>{t('region')}</dt>
          <dd>{t(`common:regions.${numbers.region}`)}</dd>
        </div>
        {(['users', 'cases', 'devices'] as const).map((kind) => (
          <div key={kind} className={classes.total}>
            <dt>{t(`totals.${kind}`)}</dt>
            <dd>{count(numbers.totals[kind])}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.panels}>
        <GrowthPanel days={numbers.days} />
        <CountsPanel
          title={t('status.title')}
          of={t('status.of')}
          empty={t('status.none')}
          counts={STATUS_FILTERS.map((status) => ({
            name: t(`dental:statuses.${status}`),
            count: numbers.status_counts[STATUS_KEYS[status]],
          }))}
        />
        <CountsPanel
          title={t('restorations.title')}
          of={t('restorations.of')}
          empty={t('none')}
          counts={numbers.restoration_counts.map(({ type, count: made }) => ({
            name: isRestorationType(type) ? t(`dental:types.${type}`) : type,
            count: made,
          }))}
        />
        <CountsPanel
          title={t('activities.title')}
          of={t('activities.of')}
          empty={t('none')}
          counts={numbers.activity_counts.map(({ action, count: done }) => ({
            name: t(`dashboard:actions.${action}`),
            count: done,
          }))}
        />
      </div>
      <p className={classes.note}>{t('utc')}</p>
    </>
  );
}
