import type { EmailChange } from '@cusp/contract/email-change';
import { approveEmailChange, LOST_MAILBOX_HOURS, stopEmailChange } from '@cusp/contract/email-change.routes';
import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { Badge, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../client/session/session-store.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import classes from './users.module.css';

interface Props {
  user: StaffUserDetail;
}

/** The latest change of the address by staff, with who has agreed; shown only if there is one. */
export function EmailChangeCard({ user }: Props) {
  const { t } = useTranslation('staff-users');
  const { dateTime } = useFormat();
  const { email_change: change } = user;
  const mayChange = mayEnter(staffFlagsOf(useUser()), stopEmailChange.staff);
  if (!change) return null;
  const isOpen = change.ended_at === null;
  return (
    <TitledCard title={t('emailChange.title')}>
      <div className={classes.lines}>
        <Badge
          variant="light"
          color={isOpen ? 'yellow' : 'gray'}
          tt="none"
          className={classes.state}
          role="status"
        >
          {t(`emailChange.states.${change.state}`)}
        </Badge>
        <strong>{change.email}</strong>
        <span>{change.reason}</span>
        {isOpen && (
          <>
            <span>{t(change.old_agreed ? 'emailChange.old.yes' : 'emailChange.old.no')}</span>
            <span>{t(change.new_agreed ? 'emailChange.new.yes' : 'emailChange.new.no')}</span>
            {change.due_at && <span>{t('emailChange.due', { date: dateTime(change.due_at) })}</span>}
          </>
        )}
        <span className={classes.small}>
          {t('reset.by', { name: change.requested_by, date: dateTime(change.requested_at) })}
        </span>
        {change.approved_by !== null && change.approved_at && (
          <span className={classes.small}>
            {t('reset.approvedBy', { name: change.approved_by, date: dateTime(change.approved_at) })}
          </span>
        )}
        {change.ended_at && (
          <span className={classes.small}>{t('reset.ended', { date: dateTime(change.ended_at) })}</span>
        )}
      </div>
      {isOpen && mayChange && <Answers user={user} change={change} />}
    </TitledCard>
  );
}

/** Approves that the old mailbox is lost, for colleagues of who asked; stops the change. */
function Answers({ user, change }: Props & { change: EmailChange }) {
  const { t } = useTranslation('staff-users');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const queries = useQueryClient();
  const key = ['staff-user', user.id] as const;
  const approve = useSubmit(approveEmailChange, { stale: [key] });
  const stop = useSubmit(stopEmailChange, { stale: [key] });
  const params = { id: user.id, change: change.id };
  const isPending = approve.isPending || stop.isPending;
  const then = (done: 'approved' | 'stopped') => ({
    onSuccess: () => toastDone(t(`emailChange.${done}`)),
    onError(error: unknown) {
      toastError(errorText(words, error));
      // It was answered meanwhile: show how.
      void queries.invalidateQueries({ queryKey: key });
    },
  });
  async function askToApprove(): Promise<void> {
    const isSure = await confirm({
      title: t('emailChange.approveTitle'),
      content: t('emailChange.approveText', { hours: LOST_MAILBOX_HOURS }),
      ok: t('reset.approve'),
      danger: true,
    });
    if (isSure) approve.mutate({ params }, then('approved'));
  }
  return (
    <div className={classes.buttons}>
      {change.state === 'requested' && !change.is_own && !change.old_agreed && (
        <Button variant="default" size="xs" disabled={isPending} onClick={() => void askToApprove()}>
          {t('emailChange.approve')}
        </Button>
      )}
      <Button
        variant="default"
        size="xs"
        disabled={isPending}
        onClick={() => stop.mutate({ params }, then('stopped'))}
      >
        {t('emailChange.stop')}
      </Button>
    </div>
  );
}
