import { DEVICE_LIMITS } from '@cusp/contract/devices.routes';
import { addDevices } from '@cusp/contract/staff-devices.routes';
import { labelsIn } from '@cusp/dental/udi/gs1';
import { readUdi } from '@cusp/dental/udi/read-udi';
import { Alert, Button, type InputWrapperProps, Loader, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptInput } from '../../../client/session/kept-input.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { DayField } from '../../../ui/days/DayField.tsx';
import { toastDone } from '../../../ui/toast.ts';
import classes from './devices.module.css';

const NOTHING = { udi: '', serial_no: '', prod_date: '', model: '', waiting: [] as readonly string[] };
type Field = Exclude<keyof typeof NOTHING, 'waiting'>;
/** Devices that the form lists after they were registered. */
const LISTED = 10;

/**
 * Registers one device; the model stays for the next one, because a batch has one model. Labels of a scanner that does
 * not wait are registered one after the other.
 */
export function AddDeviceForm() {
  const { t } = useTranslation('staff-devices');
  const { t: words } = useTranslation('errors');
  const [values, setValues] = useKeptInput('device', () => NOTHING);
  const [added, setAdded] = useState<readonly { id: number; udi: string }[]>([]);
  const add = useSubmit(addDevices, { stale: [['staff-devices']] });
  const first = useRef<HTMLInputElement>(null);
  const { error, isPending } = add;

  const latest = useRef(values);
  latest.current = values;
  /** The label that is being registered. */
  const sent = useRef<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sent.current !== null) {
      const next = devicesIn(typedSince(sent.current, values.udi));
      return setValues({ ...values, udi: sent.current, waiting: [...values.waiting, ...next] });
    }
    const [udi, ...waiting] = [...devicesIn(values.udi), ...values.waiting];
    if (udi !== undefined) void register({ ...values, udi, waiting });
  };
  /** `typed` is the beginning of a label that is being scanned. */
  async function register(device: typeof NOTHING, typed = ''): Promise<void> {
    setValues({ ...device, udi: device.udi + typed });
    const { udi, serial_no, prod_date, model } = device;
    sent.current = udi;
    const body = { devices: [{ udi, serial_no, model, prod_date: prod_date || null }] };
    const reply = await add.mutateAsync({ body }).catch(() => null);
    sent.current = null;
    // The next label that is scanned takes the place of one that was refused.
    if (!reply) return first.current?.select();
    toastDone(t('factory.added'));
    const [registered] = reply.devices;
    if (registered) setAdded((before) => [{ id: registered.id, udi }, ...before].slice(0, LISTED));
    const now = latest.current;
    const [next, ...waiting] = now.waiting;
    const typedOn = typedSince(udi, now.udi);
    const rest = {
      serial_no: typedSince(serial_no, now.serial_no),
      prod_date: typedSince(prod_date, now.prod_date),
      model: now.model,
    };
    first.current?.focus();
    if (next === undefined) setValues({ ...rest, udi: typedOn, waiting });
    else await register({ ...rest, udi: next, waiting }, typedOn);
  }
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
          required={values.waiting.length === 0}
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
      <Button
        type="submit"
        mt="md"
        // Enter sends nothing while the button is disabled, and the label behind would join this one.
        leftSection={isPending && <Loader size={14} color="currentcolor" />}
        disabled={!values.udi.trim() && values.waiting.length === 0}
      >
        {t('factory.add')}
      </Button>
      <div role="status">
        {values.waiting.length > 0 && (
          <>
            <h3 className={classes.addedTitle}>{t('factory.waiting')}</h3>
            <ul className={classes.added}>
              {values.waiting.map((udi, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a label may be scanned twice
                <li key={`${at} ${udi}`}>{udi}</li>
              ))}
            </ul>
          </>
        )}
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

/** The labels of devices in what was typed; text that is not GS1 is one. */
function devicesIn(typed: string): string[] {
  const labels = labelsIn(typed);
  return labels.every((label) => kindOf(label) === 'gs1') ? labels : [typed];
}

function kindOf(typed: string) {
  const udi = readUdi(typed);
  return typeof udi === 'string' ? null : udi.kind;
}
