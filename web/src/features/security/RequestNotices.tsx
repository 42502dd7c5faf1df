import { refuseOwnEmailChange } from '@cusp/contract/email-change.routes';
import type { SecurityState } from '@cusp/contract/security';
import { keepOwnSecondStep } from '@cusp/contract/step-reset.routes';
import { Alert, Button } from '@mantine/core';
import { IconMailQuestion, IconShieldOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import classes from './security.module.css';
import { useSecurityChange, useSecurityState, useTexts } from './use-security.ts';

/** Upcoming changes of the account by support, each with a button that refuses it. */
export function RequestNotices({ state: { reset_due, email_change } }: { state: SecurityState }) {
  return (
    <>
      {reset_due && <ResetNotice due={reset_due} />}
      {email_change && <EmailChangeNotice change={email_change} />}
    </>
  );
}

function ResetNotice({ due }: { due: string }) {
  const { t } = useTexts();
  const { dateTime } = useFormat();
  return (
    <Notice
      icon={<IconShieldOff size={18} aria-hidden />}
      title={t('reset.title')}
      text={t('reset.text', { date: dateTime(due) })}
      keep={t('reset.keep')}
      kept={t('reset.kept')}
      change={useSecurityChange(keepOwnSecondStep)}
    />
  );
}

function EmailChangeNotice({ change }: { change: NonNullable<SecurityState['email_change']> }) {
  const { t } = useTexts();
  const { dateTime } = useFormat();
  const facts = {
    name: change.requested_by,
    date: dateTime(change.requested_at),
    email: change.email,
  };
  return (
    <Notice
      icon={<IconMailQuestion size={18} aria-hidden />}
      title={t('emailChange.title')}
      text={
        change.due_at
          ? t('emailChange.textDue', { ...facts, due: dateTime(change.due_at) })
          : t('emailChange.text', facts)
      }
      keep={t('emailChange.keep')}
      kept={t('emailChange.kept')}
      change={useSecurityChange(refuseOwnEmailChange)}
    />
  );
}

interface NoticeProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** Text of the button, and of the message after it. */
  keep: string;
  kept: string;
  change: ReturnType<typeof useSecurityChange<typeof keepOwnSecondStep | typeof refuseOwnEmailChange>>;
}

function Notice({ icon, title, text, keep, kept, change }: NoticeProps) {
  const { errors } = useTexts();
  const state = useSecurityState();
  const send = () =>
    change.mutate(
      {},
      {
        onSuccess: () => toastDone(kept),
        onError(error) {
          toastError(errorText(errors, error));
          // It may have ended by now.
          void state.refetch();
        },
      },
    );
  return (
    <Alert color="red" icon={icon} title={title}>
      <p className={classes.notice}>{text}</p>
      <Button size="xs" color="red" loading={change.isPending} onClick={send}>
        {keep}
      </Button>
    </Alert>
  );
}
