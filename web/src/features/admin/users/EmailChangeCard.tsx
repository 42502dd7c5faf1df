import type { EmailChange } from '@cusp/contract/email-change';
import { approveEmailChange, LOST_MAILBOX_HOURS, stopEmailChange } from '@cusp/contract/email-change.routes';
import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../client/session/session-store.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { RequestAnswers, RequestLines } from './RequestCard.tsx';

interface Props {
  user: StaffUserDetail;
}

/** The latest change of the address by staff, with the agreements given so far; shown only if there is one. */
export function EmailChangeCard({ user }: Props) {
  const { t } = useTranslation('staff-users');
  const { dateTime } = useFormat();
  const { email_change: change } = user;
  const mayChange = mayEnter(staffFlagsOf(useUser()), stopEmailChange.staff);
  if (!change) return null;
  const isOpen = change.ended_at === null;
  return (
    <TitledCard title={t('emailChange.title')}>
      <RequestLines
        request={change}
        state={t(`emailChange.states.${change.state}`)}
        before={<strong>{change.email}</strong>}
        after={
          isOpen && (
            <>
              <span>{t(change.old_agreed ? 'emailChange.old.yes' : 'emailChange.old.no')}</span>
              <span>{t(change.new_agreed ? 'emailChange.new.yes' : 'emailChange.new.no')}</span>
              {change.due_at && <span>{t('emailChange.due', { date: dateTime(change.due_at) })}</span>}
            </>
          )
        }
      />
      {isOpen && mayChange && <Answers user={user} change={change} />}
    </TitledCard>
  );
}

/** For colleagues of the requester: approves that the old mailbox is lost, or stops the change. */
function Answers({ user, change }: Props & { change: EmailChange }) {
  const { t } = useTranslation('staff-users');
  const stale = [['staff-user', user.id] as const];
  const approve = useSubmit(approveEmailChange, { stale });
  const stop = useSubmit(stopEmailChange, { stale });
  const params = { id: user.id, change: change.id };
  const mayApprove = change.state === 'requested' && !change.is_own && !change.old_agreed;
  return (
    <RequestAnswers
      userId={user.id}
      approve={
        mayApprove
          ? {
              button: t('emailChange.approve'),
              title: t('emailChange.approveTitle'),
              text: t('emailChange.approveText', { hours: LOST_MAILBOX_HOURS }),
              done: t('emailChange.approved'),
              isPending: approve.isPending,
              send: (then) => approve.mutate({ params }, then),
            }
          : null
      }
      stop={{
        button: t('emailChange.stop'),
        done: t('emailChange.stopped'),
        isPending: stop.isPending,
        send: (then) => stop.mutate({ params }, then),
      }}
    />
  );
}
