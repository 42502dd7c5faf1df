import type { todayCounts } from '@cusp/contract/dashboard.routes';
import { listRecipients } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { Button, Skeleton } from '@mantine/core';
import {
  IconAffiliate,
  IconCalendarDue,
  IconCalendarX,
  IconCircleCheck,
  IconMessage,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSmallScreen } from '../../client/small-screen.ts';
import { useCall } from '../../client/use-call.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { dueCases, UNREAD_CASES } from '../cases/filters/status-filter.offers.ts';
import { useAlarms, useUnansweredRequests } from '../connections/alarms.offers.ts';
import classes from './today.module.css';

/** The next step of somebody without cases: answer a request, wait for an answer, or find a partner. */
function useFirstStep(isNew: boolean) {
  const { contacts, invitations } = useAlarms();
  const small = useSmallScreen();
  const { data: partners } = useCall(listRecipients, {}, ['recipients'], { enabled: isNew });
  const isAlone = isNew && partners?.recipients.length === 0;
  const asked = useUnansweredRequests(isAlone);
  if (!isNew) return null;
  const waiting = contacts + invitations;
  if (waiting > 0) {
    // On phones the group is reached from the connections.
    const to = contacts > 0 || small ? PAGES.connections : PAGES.groups;
    return { text: 'waiting', button: 'answer', to, count: waiting } as const;
  }
  if (!isAlone || asked === undefined) return null;
  return asked > 0
    ? ({ text: 'asked', button: 'seeConnections', to: PAGES.connections, count: asked } as const)
    : ({ text: 'first', button: 'connect', to: PAGES.connections, count: 0 } as const);
}

const NEEDS = [
  { name: 'overdue', search: dueCases('overdue'), Icon: IconCalendarX },
  { name: 'soon', search: dueCases('soon'), Icon: IconCalendarDue },
  { name: 'unread', search: UNREAD_CASES, Icon: IconMessage },
] as const;

interface Props {
  query: UseQueryResult<ReplyFrom<typeof todayCounts>>;
  /** The person has no cases at all. */
  isNew: boolean;
}

/** What needs the person's attention today; each count links to its cases. */
export function TodayPanel({ query, isNew }: Props) {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = query;
  const isWell = data && NEEDS.every(({ name }) => data[name] === 0);
  return (
    <section className={classes.today} aria-labelledby="dashboard-today" aria-busy={!data && !error}>
      <h2 id="dashboard-today" className={classes.title}>
        {t('today.title')}
      </h2>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isWell ? (
        <AllWell isNew={isNew} />
      ) : (
        <ul className={classes.needs}>
          {NEEDS.map(({ name, search, Icon }) => (
            <li key={name}>
              <Link
                className={classes.need}
                to={{ pathname: PAGES.cases, search }}
                data-need={name}
                data-none={data?.[name] === 0 || undefined}
              >
                <Icon size={20} stroke={1.7} aria-hidden />
                {data ? (
                  <span className={classes.count}>{data[name]}</span>
                ) : (
                  <Skeleton width={28} height={20} />
                )}
                <span className={classes.what}>{t(`today.${name}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The empty state; new people see their first step. */
function AllWell({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('dashboard');
  const step = useFirstStep(isNew);
  if (step)
    return (
      <div className={classes.first}>
        <IconAffiliate size={22} stroke={1.7} aria-hidden />
        <span className={classes.begin}>{t(`today.${step.text}`, { count: step.count })}</span>
        <Button component={Link} to={step.to} variant="light" size="sm">
          {t(`today.${step.button}`)}
        </Button>
      </div>
    );
  return (
    <p className={classes.well}>
      <IconCircleCheck size={22} stroke={1.7} aria-hidden />
      <span>
        <b>{t('today.none')}</b> <span className={classes.hint}>{t('today.noneHint')}</span>
      </span>
    </p>
  );
}
