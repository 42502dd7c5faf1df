import { DEVICE_LIMITS, registerScanner } from '@cusp/contract/devices.routes';
import { LIMITS } from '@cusp/contract/limits';
import { ActionIcon, Alert, Button, Group, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../client/session/session-store.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { DayField } from '../../../ui/days/DayField.tsx';
import { today } from '../../../ui/days/days.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { FormButtons } from '../../../ui/dialogs/FormButtons.tsx';
import { OptionalLabel } from '../../../ui/OptionalLabel.tsx';
import { canReadLabels, LabelReader } from './LabelReader.tsx';

interface Props {
  opened: boolean;
  onClose(): void;
}

/** Registers a scanner: its number typed or read from the label, and where and since when it is installed. */
export function RegisterDialog({ opened, onClose }: Props) {
  const { t } = useTranslation('devices');
  return (
    <CuspModal
      opened={opened}
      onClose={onClose}
      title={t('form.title')}
      size={480}
      closeOnClickOutside={false}
    >
      {opened && <RegisterForm onClose={onClose} />}
    </CuspModal>
  );
}

const EMPTY = { device: '', installed_date: '', address: '', zip_code: '', city: '', state: '', phone: '' };
type Fields = typeof EMPTY;

const MOST: Record<Exclude<keyof Fields, 'installed_date'>, number> = {
  device: DEVICE_LIMITS.udi,
  address: LIMITS.address,
  zip_code: DEVICE_LIMITS.zip,
  city: DEVICE_LIMITS.place,
  state: DEVICE_LIMITS.place,
  phone: LIMITS.phone,
};

function RegisterForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('devices');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  const { email } = useUser();
  const [fields, setFields] = useState<Fields>(EMPTY);
  const [isReading, setReading] = useState(false);
  const submit = useSubmit(registerScanner);
  const { error, data } = submit;
  const change = (name: keyof Fields, value: string) => {
    setFields((before) => ({ ...before, [name]: value }));
    submit.reset();
  };
  const issueOf = (name: keyof Fields) => {
    const issue = error?.issueOf(name);
    if (!issue || !error) return null;
    return error.code === 'invalid_input' ? t('form.invalid') : errorText(errors, error);
  };
  const isNamed = (Object.keys(EMPTY) as (keyof Fields)[]).some((name) => issueOf(name) !== null);
  const props = (name: Exclude<keyof Fields, 'installed_date'>) => ({
    label: name === 'device' ? t('form.device') : <OptionalLabel text={t(`form.${name}`)} />,
    value: fields[name],
    maxLength: MOST[name],
    error: issueOf(name),
    onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
  });

  function send(event: FormEvent) {
    event.preventDefault();
    const { installed_date, ...rest } = fields;
    submit.mutate({ body: { ...rest, installed_date: installed_date || null } });
  }

  if (data)
    return (
      <Stack gap="md">
        <div role="status">
          {data.mail.sent ? t('form.sent', { email }) : t('form.sentBefore', { email })}
        </div>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {common('ok')}
          </Button>
        </Group>
      </Stack>
    );
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <TextInput
          {...props('device')}
          description={t('form.deviceHint')}
          required
          data-autofocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          rightSection={
            canReadLabels() && (
              <Tooltip label={t('form.read')}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('form.read')}
                  onClick={() => setReading(!isReading)}
                >
                  <IconCamera size={18} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )
          }
        />
        {isReading && (
          <LabelReader
            onRead={(text) => {
              change('device', text);
              setReading(false);
            }}
          />
        )}
        <DayField
          label={<OptionalLabel text={t('form.installed_date')} />}
          value={fields.installed_date || null}
          latest={today()}
          error={issueOf('installed_date')}
          onChange={(day) => change('installed_date', day ?? '')}
        />
        <TextInput {...props('address')} autoComplete="street-address" />
        <Group grow align="flex-start" gap="sm">
          <TextInput {...props('zip_code')} autoComplete="postal-code" />
          <TextInput {...props('city')} autoComplete="address-level2" />
        </Group>
        <TextInput {...props('state')} autoComplete="address-level1" />
        <TextInput {...props('phone')} type="tel" autoComplete="tel" placeholder="+49 89 123456" />
        {error && !isNamed && (
          <Alert color="red" role="alert">
            {errorText(errors, error)}
          </Alert>
        )}
        <FormButtons
          submit={t('form.submit')}
          isSending={submit.isPending}
          disabled={fields.device.trim() === ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
