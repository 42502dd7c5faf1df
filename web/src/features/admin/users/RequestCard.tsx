import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import classes from './users.module.css';

interface Request {
  reason: string;
  requested_by: string;
  requested_at: string;
  approved_by: string | null;
  approved_at: string | null;
  ended_at: string | null;
}

interface LinesProps {
  request: Request;
  /** The state in words. */
  state: string;
  /** Lines before the reason and after it. */
  before?: ReactNode;
  after?: ReactNode;
}

/** A request of staff about an account: its state and reason, requester and approver, and when it ended. */
export function RequestLines({ request, state, before, after }: LinesProps) {
  const { t } = useTranslation('staff-users');
  const { dateTime } = useFormat();
  return (
    <div className={classes.lines}>
      <StateBadge
        color={request.ended_at === null ? 'yellow' : 'gray'}
        className={classes.state}
        role="status"
      >
        {state}
      </StateBadge>
      {before}
      <span>{request.reason}</span>
      {after}
      <span className={classes.small}>
        {t('request.by', { name: request.requested_by, date: dateTime(request.requested_at) })}
      </span>
      {request.approved_by !== null && request.approved_at && (
        <span className={classes.small}>
          {t('request.approvedBy', { name: request.approved_by, date: dateTime(request.approved_at) })}
        </span>
      )}
      {request.ended_at && (
        <span className={classes.small}>{t('request.ended', { date: dateTime(request.ended_at) })}</span>
      )}
    </div>
  );
}

interface Answer {
  /** Text of the button. */
  button: string;
  /** Shown after a success. */
  done: string;
  isPending: boolean;
  send(then: { onSuccess(): void; onError(error: unknown): void }): void;
}

interface AnswersProps {
  userId: number;
  /** Null if the reader cannot approve; it asks for confirmation, because the person is mailed immediately. */
  approve: (Answer & { title: string; text: string }) | null;
  stop: Answer;
}

/** Approves the request of a colleague; refuses, withdraws or stops one. */
export function RequestAnswers({ userId, approve, stop }: AnswersProps) {
  const { t } = useTranslation('staff-users');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const queries = useQueryClient();
  const isPending = stop.isPending || (approve?.isPending ?? false);
  const send = (answer: Answer) =>
    answer.send({
      onSuccess: () => toastDone(answer.done),
      onError(error) {
        toastError(errorText(words, error));
        // It has been answered: show the answer.
        void queries.invalidateQueries({ queryKey: ['staff-user', userId] });
      },
    });
  async function askToApprove({ title, text: content, ...answer }: NonNullable<typeof approve>) {
    if (await confirm({ title, content, ok: t('request.approve'), danger: true })) send(answer);
  }
  return (
    <div className={classes.buttons}>
      {approve && (
        <Button size="xs" disabled={isPending} onClick={() => void askToApprove(approve)}>
          {approve.button}
        </Button>
      )}
      <Button variant="default" size="xs" disabled={isPending} onClick={() => send(stop)}>
        {stop.button}
      </Button>
    </div>
  );
}
