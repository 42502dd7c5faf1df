import { activities } from '@cusp/contract/dashboard.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { shownStatus } from '@cusp/dental/case-status';
import { fullName } from '@cusp/text/names';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { call } from '../../client/call.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { PersonAvatar, PersonName } from '../../ui/PersonAvatar.tsx';
import classes from './activity.module.css';
import page from './dashboard.module.css';
import { type Period, PeriodSelect } from './PeriodSelect.tsx';

interface Calendar {
  zone: string;
  /** Today, because periods restart with it. */
  day: string;
}

/** The activities of a period, latest first, page by page. */
export function useActivities(period: Period, { zone, day }: Calendar, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: ['activities', period, zone, day],
    queryFn: ({ pageParam, signal }) =>
      call(activities, { query: { period, zone, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ num_pages }, _all, page) => (page < num_pages ? page + 1 : undefined),
    enabled,
  });
}

type Activities = ReturnType<typeof useActivities>;

type ActivityPage = ReplyFrom<typeof activities>;
type Activity = ActivityPage['cases_actions'][number] & {
  /** '' for a deleted account. */
  username: string;
  picture: string | null;
};

/**
 * The entries of all pages, each with its person. New activities move entries to the next page, so duplicates are
 * dropped.
 */
export function activityList(pages: readonly ActivityPage[]): Activity[] {
  const people = new Map(pages.flatMap(({ users }) => users).map((user) => [user.id, user]));
  const seen = new Set<number>();
  return pages
    .flatMap(({ cases_actions }) => cases_actions)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .map((action) => {
      const person = action.user_id === null ? undefined : people.get(action.user_id);
      return { ...action, username: person?.username ?? '', picture: person?.pictures ?? null };
    });
}

/** The text of an action; for a changed status or assignee with both values, if known. */
function useActivityText(): (entry: Pick<Activity, 'action' | 'status' | 'assignee'>) => string {
  const { t } = useTranslation('dashboard');
  const { t: dental } = useTranslation('dental');
  const { t: common } = useTranslation('common');
  const nameOf = (name: string | null) => (name === null ? t('activity.nobody') : name || common('unknown'));
  return ({ action, status, assignee }) => {
    const did = t(`actions.${action}`);
    if (status) {
      const [from, to] = [status.from, status.to].map((code) => dental(`statuses.${shownStatus(code)}`));
      return t('activity.changed', { action: did, from, to });
    }
    if (!assignee) return did;
    const to = nameOf(assignee.to);
    // Older entries lack `from` and sometimes names, so a null `to` does not mean that the case was unassigned.
    if (assignee.from === undefined)
      return assignee.to === null ? did : t('activity.changedTo', { action: did, to });
    return t('activity.changed', { action: did, from: nameOf(assignee.from), to });
  };
}

interface Props {
  query: Activities;
  period: Period;
  onPeriod(period: Period): void;
}

/** Recent activities: person, action and case. */
export function ActivityPanel({ query, period, onPeriod }: Props) {
  const { t } = useTranslation('dashboard');
  const { recent, dateTime } = useFormat();
  const { data, error, refetch } = query;
  const did = useActivityText();
  const entries = useMemo(() => activityList(data?.pages ?? []), [data]);
  return (
    <section className={`${page.panel} ${page.activity}`} aria-labelledby="dashboard-activity">
      <header className={page.head}>
        <h2 id="dashboard-activity" className={page.title}>
          {t('activity.title')}
        </h2>
        <PeriodSelect label={t('activity.period')} value={period} onChange={onPeriod} />
      </header>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={6} />
      ) : entries.length === 0 ? (
        <EmptyState icon={<IconHistory size={22} />} title={t('activity.none')} />
      ) : (
        <>
          <ol className={classes.entries}>
            {entries.map((entry) => (
              <li key={entry.id} className={classes.entry}>
                <PersonAvatar name={entry.username} picture={entry.picture} size={32} />
                <span className={classes.words}>
                  <span className={classes.person}>
                    <PersonName name={entry.username} />
                  </span>
                  <span className={classes.did}>{did(entry)}</span>
                </span>
                {entry.post_id !== null && (
                  <Link
                    className={classes.case}
                    to={generatePath(PAGES.caseOne, { caseNo: String(entry.post_id) })}
                  >
                    <span className={classes.patient} dir="auto">
                      {fullName(entry.patient.firstname, entry.patient.lastname)}
                    </span>
                    <span className={classes.number}>{entry.post_no}</span>
                  </Link>
                )}
                <time
                  className={classes.time}
                  dateTime={entry.action_date}
                  title={dateTime(entry.action_date)}
                >
                  {recent(entry.action_date)}
                </time>
              </li>
            ))}
          </ol>
          <MoreButton query={query} isFlush>
            {t('activity.more')}
          </MoreButton>
        </>
      )}
    </section>
  );
}
