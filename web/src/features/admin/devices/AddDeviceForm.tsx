import { DEVICE_LIMITS } from '@cusp/contract/devices.routes';
import { addDevices } from '@cusp/contract/staff-devices.routes';
import { labelsIn } from '@cusp/dental/udi/gs1';
import { readUdi } from '@cusp/dental/udi/read-udi';
import { Alert, Button, CloseButton, Loader, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import {
  type ChangeEvent,
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { useKeptInput } from '../../../client/session/kept-input.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { uuid } from '../../../client/uuid.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { DayField } from '../../../ui/days/DayField.tsx';
import { OptionalLabel } from '../../../ui/OptionalLabel.tsx';
import { toastDone } from '../../../ui/toast.ts';
import { useUnsavedWarning } from '../../../ui/use-unsaved-warning.ts';
import classes from './devices.module.css';

const NOTHING = { udi: '', serial_no: '', prod_date: '' };
type Device = typeof NOTHING & { model: string };
type Field = keyof Device;

/** A device to be registered; `problem` is the reason why the server refused it, '' before. */
interface Queued extends Device {
  id: string;
  problem: string;
  /** An attempt got no reply, so the device may be registered. */
  isUnsure?: boolean;
}

const START = { ...NOTHING, model: '', queue: [] as readonly Queued[] };
/** Devices that the form lists after they were registered. */
const LISTED = 10;

/**
 * Registers devices one after the other, so that a barcode scanner need not wait for the server: each Enter puts a
 * device into the queue and empties the fields. The model stays for the next one, because a batch has one model. A
 * device that the server refuses stays in the list with the reason; any other failure stops the queue until the next
 * Enter.
 */
export function AddDeviceForm() {
  const { t } = useTranslation('staff-devices');
  const { t: words } = useTranslation('errors');
  const [values, setValues] = useKeptInput('device', () => START);
  // A queue from before the session ended waits for the person.
  const [isStopped, setStopped] = useState(values.queue.length > 0);
  const [added, setAdded] = useState<readonly { id: number; udi: string }[]>([]);
  const { error, mutateAsync } = useSubmit(addDevices, { stale: [['staff-devices']] });
  const first = useRef<HTMLInputElement>(null);

  const waiting = values.queue.filter(({ problem }) => problem === '');
  const refused = values.queue.filter(({ problem }) => problem !== '');
  const sending = isStopped ? undefined : waiting[0];
  useUnsavedWarning(waiting.length > 0);

  const change = (changes: Partial<typeof START>) => setValues((before) => ({ ...before, ...changes }));
  const setQueue = (next: (queue: readonly Queued[]) => readonly Queued[]) =>
    setValues((before) => ({ ...before, queue: next(before.queue) }));
  const remove = ({ id }: Queued) => setQueue((queue) => queue.filter((each) => each.id !== id));

  const register = useEffectEvent(async (device: Queued) => {
    const { udi, serial_no, prod_date, model, isUnsure } = device;
    const update = (changes: Partial<Queued>) =>
      setQueue((queue) => queue.map((each) => (each.id === device.id ? { ...each, ...changes } : each)));
    try {
      const body = {
        devices: [{ udi, serial_no, model, prod_date: prod_date || null }],
        ...(isUnsure && { is_repeat: true }),
      };
      const { devices } = await mutateAsync({ body });
      toastDone(t('factory.added'));
      setAdded((before) => [...devices.map(({ id }) => ({ id, udi })), ...before].slice(0, LISTED));
      remove(device);
    } catch (failure) {
      const [issue] = failure instanceof ApiError ? failure.errors : [];
      if (!issue) {
        // The queue is stopped before it changes; otherwise the device would be sent again immediately.
        setStopped(true);
        return update({ isUnsure: true });
      }
      const problem = issue.code === 'invalid_input' ? issue.message : errorText(words, failure);
      update({ problem });
    }
  });
  useEffect(() => {
    if (sending) void register(sending);
  }, [sending]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStopped(false);
    if (values.udi.trim() !== '')
      setValues(({ queue, ...device }) => ({
        ...NOTHING,
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
      {isStopped && error && (
        <Alert color="red" mb="md" icon={<IconAlertCircle size={18} aria-hidden />} role="alert">
          {errorText(words, error)}
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

/** The devices in the typed text. A serial number and a date belong to the first label. */
const queued = ({ udi, ...rest }: Device): Queued[] =>
  devicesIn(udi).map((label, at) => ({
    ...rest,
    ...(at > 0 && NOTHING),
    udi: label,
    id: uuid(),
    problem: '',
  }));

/** The labels of devices in the typed text; text that is not GS1 is one label. */
function devicesIn(typed: string): string[] {
  const labels = labelsIn(typed);
  return labels.every((label) => kindOf(label) === 'gs1') ? labels : [typed];
}

function kindOf(typed: string) {
  const udi = readUdi(typed);
  return typeof udi === 'string' ? null : udi.kind;
}
