import type { needyCases } from '@cusp/contract/dashboard.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { fullName } from '@cusp/text/names';
import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { useSmallScreen } from '../../client/small-screen.ts';
import { IconConnections } from '../../dental-ui/icons.tsx';
import { StatusDot } from '../../dental-ui/StatusBadge.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { useShownStatus } from '../offline/offline.offers.ts';
import classes from './needs.module.css';

type NeedyCase = ReplyFrom<typeof needyCases>['cases'][number];

interface Reason {
  /** Decides its colour. */
  kind: 'overdue' | 'soon' | 'unread' | 'proposal';
  text: string;
}

/** Every reason why a case needs attention, most urgent first. `day` is the person's local day. */
function useReasons(day: string): (need: NeedyCase) => Reason[] {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  return ({ due, deliverydt, has_proposal, unread_comments, unread_mention }) => {
    const date = format.day(deliverydt);
    const reasons: (Reason | false)[] = [
      due === 'overdue' && { kind: 'overdue', text: t('needs.overdue', { date }) },
      has_proposal && { kind: 'proposal', text: t('needs.proposal') },
      unread_mention && { kind: 'unread', text: t('needs.mention') },
      unread_comments > 0 && { kind: 'unread', text: t('needs.unread', { count: unread_comments }) },
      due === 'soon' && {
        kind: 'soon',
        text: deliverydt === day ? t('needs.today') : t('needs.soon', { date }),
      },
    ];
    return reasons.filter((each) => each !== false);
  };
}

/** The next action on such a case. */
export function actionFor({ due, has_proposal, unread_comments }: NeedyCase): 'answer' | 'read' | 'open' {
  if (has_proposal) return 'answer';
  return unread_comments > 0 && due !== 'overdue' ? 'read' : 'open';
}

interface NeedyCasesProps {
  cases: readonly NeedyCase[];
  day: string;
}

/** One row for each case that needs attention: patient, number, other party, reasons and the next action. */
export function NeedyCases({ cases, day }: NeedyCasesProps) {
  const { t } = useTranslation('dashboard');
  const { t: common } = useTranslation('common');
  const reasonsOf = useReasons(day);
  const statusOf = useShownStatus();
  return cases.map((need) => {
    const patient = fullName(need.patient.firstname, need.patient.lastname);
    const next = actionFor(need);
    const action = next === 'answer' ? t('today.answer') : t(`needs.${next}`);
    return (
      <NeedRow
        key={need.id}
        icon={<StatusDot status={statusOf(need)} />}
        to={generatePath(PAGES.caseOne, { caseNo: String(need.id) })}
        action={action}
        label={t('needs.openOf', { action, patient, no: need.no })}
      >
        <span className={classes.who}>
          <span className={classes.patient} dir="auto" title={patient}>
            {patient || common('unknown')}
          </span>
          <span className={classes.number}>{need.no}</span>
        </span>
        <span className={classes.party} title={need.party}>
          {need.party || common('unknown')}
        </span>
        <ul className={classes.reasons}>
          {reasonsOf(need).map(({ kind, text }) => (
            <li key={text} data-kind={kind}>
              {text}
            </li>
          ))}
        </ul>
      </NeedRow>
    );
  });
}

/** One row each for connection requests and group invitations that wait for an answer. */
export function RequestRows({ contacts, invitations }: { contacts: number; invitations: number }) {
  const { t } = useTranslation('dashboard');
  const small = useSmallScreen();
  const action = t('today.answer');
  return (
    <>
      {contacts > 0 && (
        <NeedRow icon={<IconConnections size={18} stroke={1.7} />} to={PAGES.connections} action={action}>
          <span className={classes.request}>{t('needs.requests', { count: contacts })}</span>
        </NeedRow>
      )}
      {invitations > 0 && (
        <NeedRow
          icon={<IconUsersGroup size={18} stroke={1.7} />}
          // On phones the group is reached from the connections.
          to={small ? PAGES.connections : PAGES.groups}
          action={action}
        >
          <span className={classes.request}>{t('today.waiting', { count: invitations })}</span>
        </NeedRow>
      )}
    </>
  );
}

interface NeedRowProps {
  icon: ReactNode;
  to: string;
  action: string;
  /** Name of the action for screen readers, if other rows have the same one. */
  label?: string;
  children: ReactNode;
}

/** A row whose only link, its button, covers it whole. */
function NeedRow({ icon, to, action, label, children }: NeedRowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <div className={classes.words}>{children}</div>
      <Button
        component={Link}
        to={to}
        variant="default"
        size="xs"
        className={classes.action}
        {...(label ? { 'aria-label': label } : {})}
      >
        {action}
      </Button>
    </li>
  );
}
