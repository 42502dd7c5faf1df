import { restorationCounts, statusCounts } from '@cusp/contract/dashboard';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../client/use-call.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ActivityPanel } from './ActivityPanel.tsx';
import classes from './dashboard.module.css';
import { HelpPanel } from './HelpPanel.tsx';
import { minutesAhead } from './minutes-ahead.ts';
import type { Period } from './PeriodSelect.tsx';
import { RestorationsPanel } from './RestorationsPanel.tsx';
import { StatusCards } from './StatusCards.tsx';
import { useActivities } from './use-activities.ts';
import { useRegionNotice } from './use-region-notice.ts';

/** What happened and how much there is; its parts are loaded one after the other. */
export default function DashboardScreen() {
  const { t } = useTranslation('dashboard');
  const [restorationPeriod, setRestorationPeriod] = useState<Period>('thismonth');
  const [activityPeriod, setActivityPeriod] = useState<Period>('thisweek');
  const statuses = useCall(statusCounts, {}, ['status-counts']);
  const restorations = useCall(
    restorationCounts,
    { query: { period: restorationPeriod, ahead: minutesAhead() } },
    ['restoration-counts', restorationPeriod],
    { enabled: statuses.isFetched },
  );
  const activities = useActivities(activityPeriod, restorations.isFetched);
  useRegionNotice();
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <StatusCards query={statuses} />
      <div className={classes.columns}>
        <RestorationsPanel query={restorations} period={restorationPeriod} onPeriod={setRestorationPeriod} />
        <ActivityPanel query={activities} period={activityPeriod} onPeriod={setActivityPeriod} />
        <HelpPanel />
      </div>
    </div>
  );
}
