import { LIMITS } from '@cusp/contract/limits';
import type { DevicesChanged } from '@cusp/contract/staff-devices';
import { assignDevices } from '@cusp/contract/staff-devices.routes';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import type { ChangeOfDevices, DeviceConflict } from './use-device-conflict.tsx';

interface Props {
  chosen: ChangeOfDevices;
  onConflict: DeviceConflict['show'];
  onClose(): void;
  onDone(outcome: DevicesChanged): void;
}

/** Hands devices to a rental manager by their email address, or takes them back. */
export function AssignDialog({ chosen, onConflict, onClose, onDone }: Props) {
  const { t } = useTranslation('staff-devices');
  const { t: words } = useTranslation('errors');
  const [email, setEmail] = useState('');
  const assign = useSubmit(assignDevices);
  const send = (to: string | null, change = chosen) =>
    assign.mutate(
      { body: { ...change, email: to } },
      {
        onSuccess(outcome) {
          onClose();
          onDone(outcome);
        },
        onError(failure) {
          if (failure.code !== 'conflict') return;
          assign.reset();
          void onConflict(failure, change, (others) => send(to, others));
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(email.trim());
  };
  const { error } = assign;
  return (
    <CuspModal opened onClose={onClose} title={t('actions.assign.title', { count: chosen.ids.length })}>
      <form onSubmit={submit} noValidate>
        <p>{t('actions.assign.text')}</p>
        <TextInput
          type="email"
          data-autofocus
          required
          autoComplete="off"
          label={t('actions.assign.email')}
          maxLength={LIMITS.email}
          value={email}
          error={error && errorText(words, error)}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            assign.reset();
          }}
        />
        <Group mt="md" justify="space-between">
          <Button variant="default" disabled={assign.isPending} onClick={() => send(null)}>
            {t('actions.assign.withdraw')}
          </Button>
          <Button type="submit" loading={assign.isPending} disabled={!email.trim()}>
            {t('actions.assign.ok')}
          </Button>
        </Group>
      </form>
    </CuspModal>
  );
}
