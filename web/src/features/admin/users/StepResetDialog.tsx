import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { askStepReset, STEP_RESET_HOURS } from '@cusp/contract/step-reset.routes';
import { Button, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { toastDone } from '../../../ui/toast.ts';
import { isReason, ReasonField } from './ReasonField.tsx';

interface Props {
  user: StaffUserDetail;
  onClose(): void;
}

/** Asks for the reason why the person's second steps should be removed. */
export function StepResetDialog({ user, onClose }: Props) {
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
