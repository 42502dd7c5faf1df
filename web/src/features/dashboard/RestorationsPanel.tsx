import type { restorationCounts } from '@cusp/contract/dashboard.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { isRestorationType } from '@cusp/dental/restorations';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { IconCrown } from '../../dental-ui/icons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import classes from './dashboard.module.css';
import { type Period, PeriodSelect } from './PeriodSelect.tsx';

interface Props {
  query: UseQueryResult<ReplyFrom<typeof restorationCounts>>;
  period: Period;
  onPeriod(period: Period): void;
}

/** The restorations ordered in a period, most frequent first. */
export function RestorationsPanel({ query, period, onPeriod }: Props) {
  const { t } = useTranslation(['dashboard', 'dental']);
  const { data, error, refetch } = query;
  const byName = new Map<string, number>();
  // Kinds that look alike are one, such as those whose words are hidden from support.
  for (const { type, name, count } of data?.restoration_counts ?? []) {
    const shown = isRestorationType(type) && type !== 'other' ? t(`dental:types.${type}`) : name;
    byName.set(shown, (byName.get(shown) ?? 0) + count);
  }
  const counts = [...byName].toSorted(([, a], [, b]) => b - a);
  const most = Math.max(1, ...byName.values());
  return (
    <section className={`${classes.panel} ${classes.restorations}`} aria-labelledby="dashboard-restorations">
      <header className={classes.head}>
        <h2 id="dashboard-restorations" className={classes.title}>
          {t(`restorations.${period}`)}
        </h2>
        <PeriodSelect label={t('restorations.period')} value={period} onChange={onPeriod} />
      </header>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={4} height={24} />
      ) : counts.length === 0 ? (
        <EmptyState icon={<IconCrown size={22} />} title={t('restorations.none')} />
      ) : (
        <ul className={classes.counts}>
          {counts.map(([name, count]) => (
            <li key={name} className={classes.countRow}>
              <span className={classes.countName}>{name}</span>
              <span className={classes.number}>{count}</span>
              <span className={classes.bar} aria-hidden>
                <span style={{ width: `${(count / most) * 100}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
