import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { blockUser, resendUserActivation, setRentalManager } from '@cusp/contract/staff-users.routes';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../client/session/session-store.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText, whenText } from '../../../i18n/error-text.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { BlockDialog } from './BlockDialog.tsx';
import { EmailChangeDialog } from './EmailChangeDialog.tsx';
import classes from './users.module.css';

/** Actions of staff on an account, each button only for those whose flags allow it. */
export function UserActions({ user }: { user: StaffUserDetail }) {
  const { t } = useTranslation('staff-users');
  const me = useUser();
  const flags = staffFlagsOf(me);
  const [isAsked, setAsked] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const isCustomer = user.staff_flags.length === 0 && user.id !== me.id;
  const isMovingNow = user.email_change !== null && user.email_change.ended_at === null;
  const isBlocked = user.state === 'blocked';
  const mayChange = mayEnter(flags, blockUser.staff);
  return (
    <section className={classes.actions} aria-label={t('actions.title')}>
      {mayChange && (isCustomer || isBlocked) && (
        <Button variant="default" onClick={() => setAsked(true)}>
          {t(isBlocked ? 'actions.unblock' : 'actions.block')}
        </Button>
      )}
      {mayChange && isCustomer && user.state === 'active' && !isMovingNow && (
        <Button variant="default" onClick={() => setMoving(true)}>
          {t('emailChange.ask')}
        </Button>
      )}
      {mayChange && user.state === 'not_activated' && <Activation user={user} />}
      {mayEnter(flags, setRentalManager.staff) && user.activated_date && <RentalFlag user={user} />}
      {isMoving && <EmailChangeDialog user={user} onClose={() => setMoving(false)} />}
      {isAsked && <BlockDialog user={user} onClose={() => setAsked(false)} />}
    </section>
  );
}

function Activation({ user: { id } }: { user: StaffUserDetail }) {
  const { t, i18n } = useTranslation('staff-users');
  const { t: words } = useTranslation('errors');
  const resend = useSubmit(resendUserActivation, { stale: [['staff-user', id]] });
  const send = () =>
    resend.mutate(
      { params: { id } },
      {
        onSuccess: ({ sent, next_in }) =>
          sent
            ? toastDone(t('actions.activationSent'))
            : toastError(t('actions.activationWait', { when: whenText(next_in, i18n.language) })),
        onError: (error) => toastError(errorText(words, error)),
      },
    );
  return (
    <Button variant="default" loading={resend.isPending} onClick={send}>
      {t('actions.activation')}
    </Button>
  );
}

function RentalFlag({ user }: { user: StaffUserDetail }) {
  const { t } = useTranslation('staff-users');
  const { t: words } = useTranslation('errors');
  const granted = !user.is_device_rental_manager;
  const set = useSubmit(setRentalManager, { stale: [['staff-user', user.id], ['staff-users']] });
  const send = () =>
    set.mutate(
      { body: { email: user.email, granted } },
      {
        onSuccess: () => toastDone(t(granted ? 'rental.granted' : 'rental.withdrawn')),
        onError: (error) => toastError(errorText(words, error)),
      },
    );
  return (
    <Button variant="default" loading={set.isPending} onClick={send}>
      {t(granted ? 'rental.grant' : 'rental.withdraw')}
    </Button>
  );
}
