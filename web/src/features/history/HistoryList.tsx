import type { NumberSystem } from '@cusp/contract/cases';
import { recently } from '@cusp/contract/dates';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { HistoryLine } from './HistoryLine.tsx';
import classes from './history.module.css';
import { historyDays } from './history-days.ts';
import { useHistory } from './use-history.ts';

interface HistoryListProps {
  dentalCase: { id: number };
  /** How the reader counts teeth. */
  system: NumberSystem;
}

/** What happened, by day, latest first. */
export function HistoryList({ dentalCase, system }: HistoryListProps) {
  const { t, i18n } = useTranslation('history');
  const { recent } = useFormat();
  const query = useHistory(dentalCase.id, dentalCase);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const days = useMemo(() => historyDays(data?.pages ?? []), [data]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState rows={4} />;
  if (days.length === 0) return <EmptyState icon={<IconHistory size={22} />} title={t('none')} />;
  const nameOf = (at: string) =>
    recently(at, i18n.language as 'en').kind === 'today' ? t('today') : recent(at);
  return (
    <>
      {days.map(({ at, entries }) => (
        <div key={at.slice(0, 10)}>
          <h4 className={classes.day}>{nameOf(at)}</h4>
          <ol className={classes.entries}>
            {entries.map((entry) => (
              <HistoryLine key={entry.id} entry={entry} system={system} />
            ))}
          </ol>
        </div>
      ))}
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}
