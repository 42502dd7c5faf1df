import {
  needyCases,
  restorationCounts,
  statusCounts,
  todayCounts,
  weekCounts,
} from '@cusp/contract/dashboard.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { STATUS_FILTERS } from '@cusp/dental/case-status';
import { Button, Skeleton, Stack } from '@mantine/core';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { appInfo } from '../../brand/app-info.ts';
import { localTimeZone, useToday } from '../../client/local-time.ts';
import { useSession, useUser } from '../../client/session/session-store.ts';
import { useCall } from '../../client/use-call.ts';
import { StatusDot } from '../../dental-ui/StatusBadge.tsx';
import { useInform } from '../../ui/dialogs/confirm-context.ts';
import { hideMessage, isHidden } from '../../ui/dialogs/DialogsProvider.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useAfterFirstPaint } from '../../ui/use-after-first-paint.ts';
import { COUNT_OF, withStatuses } from '../cases/filters/status-filter.offers.ts';
import { ActivityPanel, useActivities } from './ActivityPanel.tsx';
import classes from './dashboard.module.css';
import { FirstSteps } from './FirstSteps.tsx';
import { needsKey } from './first-numbers.ts';
import { HelpPanel } from './HelpPanel.tsx';
import type { Period } from './PeriodSelect.tsx';
import { RestorationsPanel } from './RestorationsPanel.tsx';
import { TodayPanel } from './TodayPanel.tsx';
import { WeeksPanel } from './WeeksPanel.tsx';

let noticeShownTo: number | null = null;

/** A notice for labs on EU servers, shown once, that cases of European customers may still be in the US. */
function useRegionNotice(): void {
  const { t } = useTranslation('dashboard');
  const { t: common } = useTranslation('common');
  const inform = useInform();
  const session = useSession();
  const isForMe =
    session.status === 'in' && session.user.inst_type_guessed === 'Lab' && session.serverLoc === 'EU';
  const userId = isForMe ? session.user.id : null;
  useEffect(() => {
    if (userId === null || noticeShownTo === userId) return;
    noticeShownTo = userId;
    const site = appInfo().other_region_url;
    const content = (
      <Stack gap="sm" align="flex-start">
        {t('euNotice')}
        {site && (
          <Button component="a" href={site} variant="light">
            {common('toRegion.US')}
          </Button>
        )}
      </Stack>
    );
    void inform({ kind: 'info', content, hideKey: 'eu-regions', isOnce: true });
  }, [userId, inform, t, common]);
}

/** Whether to show the way to the first case, until the person hides it in this browser. */
function useFirstSteps(isNew: boolean): { isShown: boolean; dismiss(): void } {
  const key = `first-steps-${useUser().id}`;
  const [isDismissed, setDismissed] = useState(() => isHidden(key));
  const dismiss = () => {
    hideMessage(key);
    setDismissed(true);
  };
  return { isShown: isNew && !isDismissed, dismiss };
}

/** Cases that need attention, statistics and activities; the statistics load one after the other. */
export default function DashboardScreen() {
  const { t } = useTranslation('dashboard');
  const [restorationPeriod, setRestorationPeriod] = useState<Period>('thismonth');
  const [activityPeriod, setActivityPeriod] = useState<Period>('thisweek');
  const day = useToday();
  const zone = localTimeZone();
  const statuses = useCall(statusCounts, {}, ['status-counts']);
  const needs = useCall(needyCases, { query: { zone } }, needsKey(zone, day));
  const today = useCall(todayCounts, { query: { zone } }, ['today', zone, day], {
    enabled: statuses.isFetched,
  });
  const restorations = useCall(
    restorationCounts,
    { query: { period: restorationPeriod, zone } },
    ['restoration-counts', restorationPeriod, zone, day],
    { enabled: today.isFetched },
  );
  const weeks = useCall(weekCounts, { query: { zone } }, ['weeks', zone, day], {
    enabled: restorations.isFetched,
  });
  const isNew = Object.values(statuses.data?.status_counts ?? { open: 1 }).every((count) => count === 0);
  const steps = useFirstSteps(isNew);
  const activities = useActivities(activityPeriod, { zone, day }, weeks.isFetched);
  useRegionNotice();
  const isPainted = useAfterFirstPaint();
  const queries = useQueryClient();
  const showActivities = (period: Period) => {
    // A period starts with its first page, even if it was shown before.
    queries.removeQueries({ queryKey: ['activities', period] });
    setActivityPeriod(period);
  };
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      {steps.isShown ? (
        <FirstSteps onDismiss={steps.dismiss} />
      ) : (
        <TodayPanel counts={today} cases={needs} day={day} />
      )}
      <StatusCards query={statuses} />
      {isPainted && (
        <div className={classes.columns}>
          <WeeksPanel query={weeks} />
          <RestorationsPanel
            query={restorations}
            period={restorationPeriod}
            onPeriod={setRestorationPeriod}
          />
          <ActivityPanel query={activities} period={activityPeriod} onPeriod={showActivities} />
          <HelpPanel />
        </div>
      )}
    </div>
  );
}

/** The number of cases per status, each linked to those cases. */
function StatusCards({ query }: { query: UseQueryResult<ReplyFrom<typeof statusCounts>> }) {
  const { t } = useTranslation(['dashboard', 'dental']);
  const { data, error, refetch } = query;
  if (error && !data) {
    return (
      <section className={`${classes.panel} ${classes.cardsError}`} aria-label={t('statuses')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </section>
    );
  }
  return (
    <nav className={classes.cards} aria-label={t('statuses')} aria-busy={!data}>
      {STATUS_FILTERS.map((status) => (
        <Link
          key={status}
          className={classes.card}
          to={{ pathname: PAGES.cases, search: withStatuses('', [status]) }}
        >
          <span className={classes.cardName}>
            <StatusDot status={status} />
            {t(`dental:statuses.${status}`)}
          </span>
          {data ? (
            <span className={classes.count}>{data.status_counts[COUNT_OF[status]]}</span>
          ) : (
            <Skeleton width={48} height={28} my={4} />
          )}
        </Link>
      ))}
    </nav>
  );
}
