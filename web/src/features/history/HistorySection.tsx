import type { NumberSystem } from '@cusp/contract/cases';
import type { HistoryEntry } from '@cusp/contract/history';
import { caseHistory } from '@cusp/contract/history.routes';
import { recently } from '@cusp/text/dates';
import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../client/call.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { HistoryLine } from './HistoryLine.tsx';
import classes from './history.module.css';

interface HistorySectionProps {
  /** The case as shown; a newer version refetches the history. */
  dentalCase: { id: number };
  /** The reader's number system. */
  system: NumberSystem;
}

/** The history of a case, loaded when the section is opened. */
export function HistorySection({ dentalCase, system }: HistorySectionProps) {
  const { t } = useTranslation('history');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section className={classes.section} aria-label={t('title')}>
      <h3 className={classes.heading}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconHistory size={18} stroke={1.6} aria-hidden />
          {t('title')}
          <IconChevronDown
            className={classes.chevron}
            data-open={isOpen || undefined}
            size={16}
            aria-hidden
          />
        </UnstyledButton>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && <HistoryList key={dentalCase.id} dentalCase={dentalCase} system={system} />}
      </div>
    </section>
  );
}

interface HistoryDay {
  /** Any moment of that day. */
  at: string;
  entries: HistoryEntry[];
}

/**
 * The entries of all pages grouped by day in the person's time zone. An entry that moved to a later page
 * while loading (because it gathered more) is listed once, at its latest position.
 */
export function historyDays(pages: readonly { entries: readonly HistoryEntry[] }[]): HistoryDay[] {
  const seen = new Set<string>();
  const days: HistoryDay[] = [];
  for (const entry of pages.flatMap(({ entries }) => entries)) {
    if (seen.has(entry.id)) continue;
    seen.add(entry.id);
    const last = days.at(-1);
    if (last && new Date(last.at).toDateString() === new Date(entry.at).toDateString())
      last.entries.push(entry);
    else days.push({ at: entry.at, entries: [entry] });
  }
  return days;
}

/** The history of a case, latest first, page by page. */
function useHistory(caseId: number) {
  return useInfiniteQuery({
    queryKey: ['history', caseId],
    queryFn: ({ pageParam, signal }) =>
      call(caseHistory, { params: { id: caseId }, query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

interface HistoryListProps {
  dentalCase: { id: number };
  /** The reader's number system. */
  system: NumberSystem;
}

/** Entries by day, latest first. */
function HistoryList({ dentalCase, system }: HistoryListProps) {
  const { t, i18n } = useTranslation('history');
  const { recent } = useFormat();
  const query = useHistory(dentalCase.id);
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
