import type { needyCases, todayCounts } from '@cusp/contract/dashboard.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '../../i18n/error-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { dueCases, UNREAD_CASES } from '../cases/filters/status-filter.offers.ts';
import { useAlarms } from '../connections/alarms.offers.ts';
import { NeedyCases, RequestRows } from './NeedyCases.tsx';
import needs from './needs.module.css';
import classes from './today.module.css';

const COUNTS = [
  { name: 'overdue', search: dueCases('overdue') },
  { name: 'soon', search: dueCases('soon') },
  { name: 'unread', search: UNREAD_CASES },
] as const;

interface Props {
  counts: UseQueryResult<ReplyFrom<typeof todayCounts>>;
  cases: UseQueryResult<ReplyFrom<typeof needyCases>>;
  /** The person's local day. */
  day: string;
}

function Lost({ error, onRetry }: { error: Error; onRetry(): void }) {
  const { t } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  return (
    <p role="alert" className={classes.lost}>
      {errorText(words, error)}
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {t('retry')}
      </Button>
    </p>
  );
}

/** Number of cases of each kind, beside the title. */
function Counts({ counts }: Pick<Props, 'counts'>) {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = counts;
  if (error && !data) return <Lost error={error} onRetry={() => void refetch()} />;
  return (
    <ul className={classes.counts}>
      {COUNTS.map(({ name, search }) => ({ name, search, count: data?.[name] ?? 0 }))
        .filter(({ count }) => count > 0)
        .map(({ name, search, count }) => (
          <li key={name}>
            <Link className={classes.each} to={{ pathname: PAGES.cases, search }} data-need={name}>
              <span className={classes.count}>{count}</span> {t(`today.${name}`, { count })}
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** The most urgent cases and requests, and the number of cases of each kind. */
export function TodayPanel({ counts, cases, day }: Props) {
  const { t } = useTranslation('dashboard');
  const requests = useAlarms();
  const { contacts, invitations } = requests;
  const { data, error, refetch } = cases;
  const isLost = Boolean(error) && !data;
  const isEmpty = data?.cases.length === 0 && contacts + invitations === 0;
  return (
    <section className={classes.today} aria-labelledby="dashboard-today" aria-busy={!data && !error}>
      <header className={classes.head}>
        <h2 id="dashboard-today" className={classes.title}>
          {t('today.title')}
        </h2>
        {!isLost && <Counts counts={counts} />}
      </header>
      {isLost ? (
        <ErrorState error={error} onRetry={() => void Promise.all([refetch(), counts.refetch()])} />
      ) : !data || (isEmpty && !requests.isKnown && !requests.error) ? (
        <LoadingState rows={3} height={44} />
      ) : isEmpty && requests.isKnown ? (
        <p className={classes.well}>
          <IconCircleCheck size={22} stroke={1.7} aria-hidden />
          <span>
            <b>{t('today.none')}</b> <span className={classes.hint}>{t('today.noneHint')}</span>
          </span>
        </p>
      ) : (
        <>
          {requests.error && <Lost error={requests.error} onRetry={() => void requests.refetch()} />}
          <ul className={needs.rows}>
            <RequestRows contacts={contacts} invitations={invitations} />
            <NeedyCases cases={data.cases} day={day} />
          </ul>
        </>
      )}
    </section>
  );
}
