import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import {
  blockUser,
  resendUserActivation,
  setRentalManager,
  unblockUser,
} from '@cusp/contract/staff-users.routes';
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../client/api-error.ts';
import { useUser } from '../../../client/session/session-store.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText, whenText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { EmailChangeDialog } from './EmailChange.tsx';
import { isReason, ReasonField } from './ReasonField.tsx';
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

interface Props {
  user: StaffUserDetail;
  onClose(): void;
}

/** Asks for the reason of a block, or of its end. The typed reason stays if the request fails. */
function BlockDialog({ user, onClose }: Props) {
  const { t } = useTranslation('staff-users');
  const { t: words } = useTranslation('errors');
  const [reason, setReason] = useState('');
  // The account as it was when the dialog opened, because it is refreshed behind it after a conflict.
  const [isBlocked] = useState(user.state === 'blocked');
  const queries = useQueryClient();
  const stale = [['staff-user', user.id], ['staff-users']] as const;
  const block = useSubmit(blockUser, { stale });
  const unblock = useSubmit(unblockUser, { stale });
  const change = isBlocked ? unblock : block;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { params: { id: user.id }, body: { reason, version: user.version } },
      {
        onSuccess() {
          toastDone(t(isBlocked ? 'actions.unblocked' : 'actions.blocked'));
          onClose();
        },
        onError(error) {
          if (error.code === 'conflict')
            void queries.invalidateQueries({ queryKey: ['staff-user', user.id] });
        },
      },
    );
  };
  const problem = (error: ApiError) =>
    error.code === 'conflict' && error.changedBy
      ? t('actions.conflict', { name: error.changedBy })
      : errorText(words, error);
  const name = user.name || user.email;
  return (
    <CuspModal
      opened
      onClose={onClose}
      title={t(isBlocked ? 'actions.unblockTitle' : 'actions.blockTitle', { name })}
    >
      <form onSubmit={submit} noValidate>
        <p>{t(isBlocked ? 'actions.unblockText' : 'actions.blockText')}</p>
        <ReasonField
          value={reason}
          error={change.error && problem(change.error)}
          onChange={(typed) => {
            setReason(typed);
            change.reset();
          }}
        />
        <Group mt="md" justify="flex-end">
          <Button
            type="submit"
            color={isBlocked ? undefined : 'red'}
            loading={change.isPending}
            disabled={!isReason(reason)}
          >
            {t(isBlocked ? 'actions.unblock' : 'actions.block')}
          </Button>
        </Group>
      </form>
    </CuspModal>
  );
}
