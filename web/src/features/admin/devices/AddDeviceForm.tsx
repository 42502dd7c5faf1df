import { DEVICE_LIMITS } from '@cusp/contract/devices.routes';
import { Alert, Button, CloseButton, Loader, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ChangeEvent, type FormEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptInput } from '../../../client/session/kept-input.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { DayField } from '../../../ui/days/DayField.tsx';
import { OptionalLabel } from '../../../ui/OptionalLabel.tsx';
import { useUnsavedWarning } from '../../../ui/use-unsaved-warning.ts';
import classes from './devices.module.css';
import { type Device, kindOf, NO_DEVICE, type Queued, queued, useDeviceQueue } from './use-device-queue.ts';

type Field = keyof Device;

const START = { ...NO_DEVICE, model: '', queue: [] as readonly Queued[] };

/**
 * Registers devices one after the other, so that a barcode scanner need not wait for the server: each Enter puts a
 * device into the queue and empties the fields, and starts a stopped queue again. The model stays for the next one,
 * because a batch has one model.
 */
export function AddDeviceForm() {
  const { t } = useTranslation('staff-devices');
  const { t: words } = useTranslation('errors');
  const [values, setValues] = useKeptInput('device', () => START);
  const first = useRef<HTMLInputElement>(null);

  const change = (changes: Partial<typeof START>) => setValues((before) => ({ ...before, ...changes }));
  const setQueue = (next: (queue: readonly Queued[]) => readonly Queued[]) =>
    setValues((before) => ({ ...before, queue: next(before.queue) }));
  const { waiting, refused, sending, added, failure, remove, start } = useDeviceQueue(values.queue, setQueue);
  useUnsavedWarning(waiting.length > 0);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    start();
    if (values.udi.trim() !== '')
      setValues(({ queue, ...device }) => ({
        ...NO_DEVICE,
        model: device.model,
        queue: [...queue, ...queued(device)],
      }));
    first.current?.focus();
  };
  const dismiss = (device: Queued) => {
    remove(device);
    // The next label is scanned into it.
    first.current?.focus();
  };
  const correct = (device: Queued) => {
    const { udi, serial_no, prod_date, model } = device;
    change({ udi, serial_no, prod_date, model });
    dismiss(device);
  };
  const field = (name: Field, label: ReactNode) => ({
    label,
    value: values[name],
  });
  const text = (name: Field, label: ReactNode) => ({
    ...field(name, label),
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
  });
  const closing = (device: Queued) => (
    <CloseButton
      size="sm"
      aria-label={t('factory.remove', { udi: device.udi })}
      onClick={() => dismiss(device)}
    />
  );
  const hasTyped = values.udi + values.serial_no + values.prod_date !== '';
  const isUnknownKind = values.udi.trim().length > 3 && kindOf(values.udi) === 'other';
  return (
    <form onSubmit={submit}>
      {failure && (
        <Alert color="red" mb="md" icon={<IconAlertCircle size={18} aria-hidden />} role="alert">
          {errorText(words, failure)}
        </Alert>
      )}
      <div className={classes.fields}>
        <TextInput
          {...text('udi', t('columns.udi'))}
          ref={first}
          required={waiting.length === 0}
          maxLength={DEVICE_LIMITS.udi}
          description={t(isUnknownKind ? 'factory.unknownKind' : 'factory.udiHint')}
        />
        <TextInput
          {...text('serial_no', <OptionalLabel text={t('columns.serial')} />)}
          maxLength={DEVICE_LIMITS.serial}
          description={t('factory.serialHint')}
        />
        <DayField
          {...field('prod_date', <OptionalLabel text={t('columns.produced')} />)}
          description={t('factory.dateHint')}
          value={values.prod_date || null}
          onChange={(day) => change({ prod_date: day ?? '' })}
        />
        <TextInput
          {...text('model', <OptionalLabel text={t('columns.model')} />)}
          maxLength={DEVICE_LIMITS.model}
        />
      </div>
      <Button type="submit" mt="md" disabled={!values.udi.trim() && waiting.length === 0}>
        {t('factory.add')}
      </Button>
      {refused.length > 0 && (
        <>
          <h3 className={classes.addedTitle}>{t('factory.refused')}</h3>
          <ul className={classes.added}>
            {refused.map((device) => (
              <li key={device.id}>
                <span role="alert">
                  {device.udi}: {device.problem}
                </span>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  disabled={hasTyped}
                  onClick={() => correct(device)}
                >
                  {t('factory.correct')}
                </Button>
                {closing(device)}
              </li>
            ))}
          </ul>
        </>
      )}
      {waiting.length > 0 && (
        <>
          <h3 className={classes.addedTitle}>{t('factory.waiting')}</h3>
          <ul className={classes.added}>
            {waiting.map((device) => (
              <li key={device.id}>
                <span>{device.udi}</span>
                {device === sending ? <Loader size={14} aria-hidden /> : closing(device)}
              </li>
            ))}
          </ul>
        </>
      )}
      <div role="status">
        {added.length > 0 && (
          <>
            <h3 className={classes.addedTitle}>{t('factory.justAdded')}</h3>
            <ul className={classes.added}>
              {added.map(({ id, udi }) => (
                <li key={id}>
                  <span>{udi}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </form>
  );
}
