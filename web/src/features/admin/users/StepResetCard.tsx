import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import type { StepReset } from '@cusp/contract/step-reset';
import {
  approveStepReset,
  askStepReset,
  refuseStepReset,
  STEP_RESET_HOURS,
} from '@cusp/contract/step-reset.routes';
import { Badge, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../client/session/session-store.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText, whenText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { StepResetDialog } from './StepResetDialog.tsx';
import classes from './users.module.css';

interface Props {
  user: StaffUserDetail;
}

/** The reset of a lost second step: the latest one with its state, and a button to ask for one. */
export function StepResetCard({ user }: Props) {
  const { t } = useTranslation('staff-users');
  const me = useUser();
  const [isAsking, setAsking] = useState(false);
  const { second_step_reset: reset, sign_in } = user;
  const isOpen = reset !== null && reset.ended_at === null;
  const mayChange = mayEnter(staffFlagsOf(me), askStepReset.staff);
  const mayAsk =
    mayChange &&
    !isOpen &&
    (sign_in.has_app || sign_in.passkeys > 0) &&
    user.state === 'active' &&
    user.staff_flags.length === 0 &&
    user.id !== me.id;
  if (!reset && !mayAsk) return null;
  return (
    <TitledCard title={t('reset.title')}>
      {reset && <Latest reset={reset} />}
      {reset && isOpen && mayChange && <Answers user={user} reset={reset} />}
      {mayAsk && (
        <>
          {!reset && <p className={classes.quiet}>{t('reset.offer', { hours: STEP_RESET_HOURS })}</p>}
          <div>
            <Button variant="default" size="xs" onClick={() => setAsking(true)}>
              {t('reset.ask')}
            </Button>
          </div>
        </>
      )}
      {isAsking && <StepResetDialog user={user} onClose={() => setAsking(false)} />}
    </TitledCard>
  );
}

const COLORS: Partial<Record<StepReset['state'], string>> = { requested: 'yellow', waiting: 'yellow' };

function Latest({ reset }: { reset: StepReset }) {
  const { t, i18n } = useTranslation('staff-users');
  const { dateTime } = useFormat();
  const { state, due_at } = reset;
  const seconds = due_at ? Math.round((Date.parse(due_at) - Date.now()) / 1000) : 0;
  return (
    <div className={classes.lines}>
      <Badge
        variant="light"
        color={COLORS[state] ?? 'gray'}
        tt="none"
        className={classes.state}
        role="status"
      >
        {t(`reset.states.${state}`)}
      </Badge>
      {state === 'waiting' && due_at && (
        <strong>
          {seconds > 0
            ? t('reset.due', { date: dateTime(due_at), left: whenText(seconds, i18n.language) })
            : t('reset.dueNow')}
        </strong>
      )}
      <span>{reset.reason}</span>
      <span className={classes.small}>
        {t('reset.by', { name: reset.requested_by, date: dateTime(reset.requested_at) })}
      </span>
      {reset.approved_by !== null && reset.approved_at && (
        <span className={classes.small}>
          {t('reset.approvedBy', { name: reset.approved_by, date: dateTime(reset.approved_at) })}
        </span>
      )}
      {reset.ended_at && (
        <span className={classes.small}>{t('reset.ended', { date: dateTime(reset.ended_at) })}</span>
      )}
    </div>
  );
}

/** Approves a colleague's request; refuses, withdraws or stops one. */
function Answers({ user, reset }: Props & { reset: StepReset }) {
  const { t } = useTranslation('staff-users');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const queries = useQueryClient();
  const key = ['staff-user', user.id] as const;
  const approve = useSubmit(approveStepReset, { stale: [key] });
  const refuse = useSubmit(refuseStepReset, { stale: [key] });
  const params = { id: user.id, reset: reset.id };
  const isRequest = reset.state === 'requested';
  const isPending = approve.isPending || refuse.isPending;
  const then = (done: 'approved' | 'stopped') => ({
    onSuccess: () => toastDone(t(`reset.${done}`)),
    onError(error: unknown) {
      toastError(errorText(words, error));
      // It was answered meanwhile: show how.
      void queries.invalidateQueries({ queryKey: key });
    },
  });
  async function askToApprove(): Promise<void> {
    const isSure = await confirm({
      title: t('reset.approveTitle', { name: user.name || user.email }),
      content: t('reset.approveText', { hours: STEP_RESET_HOURS }),
      ok: t('reset.approve'),
      danger: true,
    });
    if (isSure) approve.mutate({ params }, then('approved'));
  }
  return (
    <>
      {isRequest && reset.is_own && <p className={classes.quiet}>{t('reset.ownHint')}</p>}
      <div className={classes.buttons}>
        {isRequest && !reset.is_own && (
          <Button size="xs" disabled={isPending} onClick={() => void askToApprove()}>
            {t('reset.approve')}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          disabled={isPending}
          onClick={() => refuse.mutate({ params }, then('stopped'))}
        >
          {t(isRequest ? (reset.is_own ? 'reset.withdraw' : 'reset.refuse') : 'reset.stop')}
        </Button>
      </div>
    </>
  );
}
