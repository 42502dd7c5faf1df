import type { statusCounts } from '@cusp/contract/dashboard.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { STATUS_FILTERS } from '@cusp/dental/case-status';
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { StatusDot } from '../../dental-ui/StatusBadge.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { COUNT_OF, withStatuses } from '../cases/filters/status-filter.offers.ts';
import classes from './dashboard.module.css';

/** The number of cases per status, each linked to those cases. */
export function StatusCards({ query }: { query: UseQueryResult<ReplyFrom<typeof statusCounts>> }) {
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
