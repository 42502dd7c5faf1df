import { DEVICE_LIMITS } from '@cusp/contract/devices.routes';
import { addDevices } from '@cusp/contract/staff-devices.routes';
import { readUdi } from '@cusp/dental/udi/read-udi';
import { Alert, Button, type InputWrapperProps, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptInput } from '../../../client/session/kept-input.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { DayField } from '../../../ui/days/DayField.tsx';
import { toastDone } from '../../../ui/toast.ts';
import classes from './devices.module.css';

const NOTHING = { udi: '', serial_no: '', prod_date: '', model: '' };
type Field = keyof typeof NOTHING;
/** Devices that the form lists after they were registered. */
const LISTED = 10;

/** Registers one device; the model stays for the next one, because a batch has one model. */
export function AddDeviceForm() {
  const { t } = useTranslation('staff-devices');
  const { t: words } = useTranslation('errors');
  const [values, setValues] = useKeptInput('device', () => NOTHING);
  const [added, setAdded] = useState<readonly { id: number; udi: string }[]>([]);
  const add = useSubmit(addDevices, { stale: [['staff-devices']] });
  const first = useRef<HTMLInputElement>(null);
  const { error, isPending } = add;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { udi, prod_date, ...rest } = values;
    add.mutate(
      { body: { devices: [{ udi, ...rest, prod_date: prod_date || null }] } },
      {
        onSuccess: ({ devices: [device] }) => {
          toastDone(t('factory.added'));
          if (device) setAdded((before) => [{ id: device.id, udi }, ...before].slice(0, LISTED));
          setValues((now) => ({
            udi: typedSince(udi, now.udi),
            serial_no: typedSince(rest.serial_no, now.serial_no),
            prod_date: typedSince(prod_date, now.prod_date),
            model: now.model,
          }));
          first.current?.focus();
        },
      },
    );
  };
  const issueOf = (name: Field) => error?.issueOf(`devices.0.${name}`);
  const set = (name: Field, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    if (error) add.reset();
  };
  const common = (name: Field, label: string) => {
    const issue = issueOf(name);
    return {
      label,
      // Hints below the fields keep the fields of a line in line.
      inputWrapperOrder: [
        'label',
        'input',
        'description',
        'error',
      ] satisfies InputWrapperProps['inputWrapperOrder'],
      error: issue ? (error?.code === 'invalid_input' ? issue.message : errorText(words, error)) : null,
    };
  };
  const field = (name: Field, label: string) => ({
    ...common(name, label),
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.value),
  });
  const isUnknownKind = values.udi.trim().length > 3 && kindOf(values.udi) === 'other';
  const isElsewhere = error && !(['udi', 'serial_no', 'prod_date', 'model'] as const).some(issueOf);
  return (
    <form onSubmit={submit}>
      {isElsewhere && (
        <Alert color="red" mb="md" icon={<IconAlertCircle size={18} aria-hidden />} role="alert">
          {errorText(words, error)}
        </Alert>
      )}
      <div className={classes.fields}>
        <TextInput
          ref={first}
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={DEVICE_LIMITS.udi}
          description={t(isUnknownKind ? 'factory.unknownKind' : 'factory.udiHint')}
          {...field('udi', t('columns.udi'))}
        />
        <TextInput
          autoComplete="off"
          spellCheck={false}
          maxLength={DEVICE_LIMITS.serial}
          description={t('factory.serialHint')}
          {...field('serial_no', t('columns.serial'))}
        />
        <DayField
          description={t('factory.dateHint')}
          {...common('prod_date', t('columns.produced'))}
          value={values.prod_date || null}
          onChange={(day) => set('prod_date', day ?? '')}
        />
        <TextInput
          autoComplete="off"
          maxLength={DEVICE_LIMITS.model}
          {...field('model', t('columns.model'))}
        />
      </div>
      <Button type="submit" mt="md" loading={isPending} disabled={!values.udi.trim()}>
        {t('factory.add')}
      </Button>
      <div role="status">
        {added.length > 0 && (
          <>
            <h3 className={classes.addedTitle}>{t('factory.justAdded')}</h3>
            <ul className={classes.added}>
              {added.map(({ id, udi }) => (
                <li key={id}>{udi}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </form>
  );
}

/** What was typed while the device was being sent, as by a scanner of labels that does not wait. */
const typedSince = (sent: string, now: string): string =>
  now.startsWith(sent) ? now.slice(sent.length) : now;

function kindOf(typed: string) {
  const udi = readUdi(typed);
  return typeof udi === 'string' ? null : udi.kind;
}
