import { askEmailChange, LOST_MAILBOX_HOURS } from '@cusp/contract/email-change.routes';
import { LIMITS } from '@cusp/contract/limits';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { Button, Group, Stack, TextInput } from '@mantine/core';
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

/** Asks for a new address of an account, and why. */
export function EmailChangeDialog({ user, onClose }: Props) {
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
