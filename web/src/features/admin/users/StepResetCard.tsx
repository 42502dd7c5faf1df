import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import type { StepReset } from '@cusp/contract/step-reset';
import {
  approveStepReset,
  askStepReset,
  refuseStepReset,
  STEP_RESET_HOURS,
} from '@cusp/contract/step-reset.routes';
import { Button, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../client/session/session-store.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText, whenText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { toastDone } from '../../../ui/toast.ts';
import { isReason, ReasonField } from './ReasonField.tsx';
import { RequestAnswers, RequestLines } from './RequestCard.tsx';
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

function Latest({ reset }: { reset: StepReset }) {
  const { t, i18n } = useTranslation('staff-users');
  const { dateTime } = useFormat();
  const { state, due_at } = reset;
  const seconds = due_at ? Math.round((Date.parse(due_at) - Date.now()) / 1000) : 0;
  return (
    <RequestLines
      request={reset}
      state={t(`reset.states.${state}`)}
      before={
        state === 'waiting' &&
        due_at && (
          <strong>
            {seconds > 0
              ? t('reset.due', { date: dateTime(due_at), left: whenText(seconds, i18n.language) })
              : t('reset.dueNow')}
          </strong>
        )
      }
    />
  );
}

/** Approves a colleague's request; refuses, withdraws or stops one. */
function Answers({ user, reset }: Props & { reset: StepReset }) {
  const { t } = useTranslation('staff-users');
  const stale = [['staff-user', user.id] as const];
  const approve = useSubmit(approveStepReset, { stale });
  const refuse = useSubmit(refuseStepReset, { stale });
  const params = { id: user.id, reset: reset.id };
  const isRequest = reset.state === 'requested';
  return (
    <>
      {isRequest && reset.is_own && <p className={classes.quiet}>{t('reset.ownHint')}</p>}
      <RequestAnswers
        userId={user.id}
        approve={
          isRequest && !reset.is_own
            ? {
                button: t('request.approve'),
                title: t('reset.approveTitle', { name: user.name || user.email }),
                text: t('reset.approveText', { hours: STEP_RESET_HOURS }),
                done: t('reset.approved'),
                isPending: approve.isPending,
                send: (then) => approve.mutate({ params }, then),
              }
            : null
        }
        stop={{
          button: t(isRequest ? (reset.is_own ? 'reset.withdraw' : 'reset.refuse') : 'reset.stop'),
          done: t('reset.stopped'),
          isPending: refuse.isPending,
          send: (then) => refuse.mutate({ params }, then),
        }}
      />
    </>
  );
}

interface DialogProps {
  user: StaffUserDetail;
  onClose(): void;
}

/** Asks for the reason why the person's second steps should be removed. */
function StepResetDialog({ user, onClose }: DialogProps) {
  const { t } = useTranslation('staff-users');
  const { t: words } = useTranslation('errors');
  const { close, modal } = useFading(onClose);
  const [reason, setReason] = useState('');
  // A colleague may have made a request by now; the page then shows it.
  const ask = useSubmit(askStepReset, { stale: [['staff-user', user.id]], isStaleOnError: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate(
      { params: { id: user.id }, body: { reason } },
      {
        onSuccess() {
          toastDone(t('reset.asked'));
          close();
        },
      },
    );
  };
  return (
    <CuspModal {...modal} title={t('reset.askTitle', { name: user.name || user.email })}>
      <form onSubmit={submit} noValidate>
        <p>{t('reset.askText', { hours: STEP_RESET_HOURS })}</p>
        <ReasonField
          value={reason}
          error={ask.error && errorText(words, ask.error)}
          onChange={(typed) => {
            setReason(typed);
            ask.reset();
          }}
        />
        <Group mt="md" justify="flex-end">
          <Button type="submit" loading={ask.isPending} disabled={!isReason(reason)}>
            {t('reset.ask')}
          </Button>
        </Group>
      </form>
    </CuspModal>
  );
}
