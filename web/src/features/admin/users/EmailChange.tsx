import type { EmailChange } from '@cusp/contract/email-change';
import {
  approveEmailChange,
  askEmailChange,
  LOST_MAILBOX_HOURS,
  stopEmailChange,
} from '@cusp/contract/email-change.routes';
import { LIMITS } from '@cusp/contract/limits';
import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../client/session/session-store.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { toastDone } from '../../../ui/toast.ts';
import { isReason, ReasonField } from './ReasonField.tsx';
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

interface DialogProps {
  user: StaffUserDetail;
  onClose(): void;
}

/** Asks for a new address of an account, and why. */
export function EmailChangeDialog({ user, onClose }: DialogProps) {
  const { t } = useTranslation('staff-users');
  const { t: words } = useTranslation('errors');
  const { close, modal } = useFading(onClose);
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  // A colleague may have made a request by now; the page then shows it.
  const ask = useSubmit(askEmailChange, { stale: [['staff-user', user.id]], isStaleOnError: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate(
      { params: { id: user.id }, body: { email: email.trim(), reason } },
      {
        onSuccess() {
          toastDone(t('emailChange.asked'));
          close();
        },
      },
    );
  };
  return (
    <CuspModal {...modal} title={t('emailChange.ask')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <p>{t('emailChange.askText', { hours: LOST_MAILBOX_HOURS })}</p>
          <TextInput
            data-autofocus
            required
            type="email"
            label={t('emailChange.email')}
            autoComplete="off"
            maxLength={LIMITS.email}
            value={email}
            error={ask.error && errorText(words, ask.error)}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              ask.reset();
            }}
          />
          <ReasonField value={reason} onChange={setReason} />
        </Stack>
        <Group mt="md" justify="flex-end">
          <Button type="submit" loading={ask.isPending} disabled={!email.includes('@') || !isReason(reason)}>
            {t('emailChange.ask')}
          </Button>
        </Group>
      </form>
    </CuspModal>
  );
}
