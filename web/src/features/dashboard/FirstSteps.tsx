import { listRecipients } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useUser } from '../../client/session/session-store.ts';
import { useSmallScreen } from '../../client/small-screen.ts';
import { useCall } from '../../client/use-call.ts';
import { useAlarms, useUnansweredRequests } from '../connections/alarms.offers.ts';
import classes from './first-steps.module.css';

interface FirstStepsProps {
  onDismiss(): void;
}

/** The steps to a person's first case: connect, send or receive, follow. One step is open. */
export function FirstSteps({ onDismiss }: FirstStepsProps) {
  const { t } = useTranslation('dashboard');
  const { t: shell } = useTranslation('shell');
  const isClinic = useUser().inst_type_guessed === 'Clinic';
  const { data: partners } = useCall(listRecipients, {}, ['recipients']);
  const isAlone = partners?.recipients.length === 0;
  const isConnected = partners !== undefined && !isAlone;
  return (
    <section className={classes.steps} aria-labelledby="dashboard-steps">
      <header className={classes.head}>
        <h2 id="dashboard-steps" className={classes.title}>
          {t('steps.title')}
        </h2>
        <Tooltip label={t('steps.hide')}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('steps.hide')} onClick={onDismiss}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </header>
      <ol className={classes.list}>
        <Step no={1} title={t('steps.connect')} isDone={isConnected} isCurrent={!isConnected}>
          {isConnected ? t('steps.connected') : <Connect isAlone={isAlone} />}
        </Step>
        <Step no={2} title={t(isClinic ? 'steps.send' : 'steps.receive')} isCurrent={isConnected}>
          {(isClinic || isConnected) && <span>{t(isClinic ? 'steps.sendText' : 'steps.receiveText')}</span>}
          {isConnected && (
            <Button component={Link} to={PAGES.newCase} size="sm" variant={isClinic ? 'filled' : 'default'}>
              {shell('newCase')}
            </Button>
          )}
        </Step>
        <Step no={3} title={t('steps.follow')}>
          <span>{t('steps.followText')}</span>
          <Link className={classes.sample} to={PAGES.sampleCase}>
            {t('steps.sample')}
          </Link>
        </Step>
      </ol>
    </section>
  );
}

/** The first step: answer an invitation, wait for an answer, or find a partner. */
function Connect({ isAlone }: { isAlone: boolean }) {
  const { t } = useTranslation('dashboard');
  const { contacts, invitations } = useAlarms();
  const small = useSmallScreen();
  const asked = useUnansweredRequests(isAlone);
  if (contacts + invitations > 0) {
    // On phones the group is reached from the connections.
    const to = contacts > 0 || small ? PAGES.connections : PAGES.groups;
    return (
      <>
        <span>{t('today.waiting', { count: contacts + invitations })}</span>
        <Button component={Link} to={to} size="sm">
          {t('today.answer')}
        </Button>
      </>
    );
  }
  if (!isAlone || asked === undefined) return null;
  return (
    <>
      <span>{asked > 0 ? t('today.asked', { count: asked }) : t('today.first')}</span>
      <Button component={Link} to={PAGES.connections} size="sm" variant={asked > 0 ? 'default' : 'filled'}>
        {t(asked > 0 ? 'today.seeConnections' : 'today.connect')}
      </Button>
    </>
  );
}

interface StepProps {
  no: number;
  title: string;
  isDone?: boolean;
  isCurrent?: boolean;
  children: ReactNode;
}

function Step({ no, title, isDone = false, isCurrent = false, children }: StepProps) {
  return (
    <li
      className={classes.step}
      aria-current={isCurrent ? 'step' : undefined}
      data-done={isDone || undefined}
    >
      <span className={classes.no} aria-hidden>
        {isDone ? <IconCheck size={16} stroke={2} /> : no}
      </span>
      <h3 className={classes.name}>{title}</h3>
      <div className={classes.text}>{children}</div>
    </li>
  );
}
