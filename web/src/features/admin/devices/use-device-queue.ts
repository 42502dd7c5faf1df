import { addDevices } from '@cusp/contract/staff-devices.routes';
import { labelsIn } from '@cusp/dental/udi/gs1';
import { readUdi } from '@cusp/dental/udi/read-udi';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { uuid } from '../../../client/uuid.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { toastDone } from '../../../ui/toast.ts';

export const NO_DEVICE = { udi: '', serial_no: '', prod_date: '' };
/** A device as typed. */
export type Device = typeof NO_DEVICE & { model: string };

/** A device to be registered; `problem` is the reason why the server refused it, '' before. */
export interface Queued extends Device {
  id: string;
  problem: string;
  /** An attempt got no reply, so the device may be registered. */
  isUnsure?: boolean;
}

/** Devices that are listed after they were registered. */
const LISTED = 10;

/**
 * Registers the devices of a queue one after the other. A device that the server refuses stays in the queue with the
 * reason; any other failure stops the queue until `start`.
 */
export function useDeviceQueue(
  queue: readonly Queued[],
  setQueue: (next: (queue: readonly Queued[]) => readonly Queued[]) => void,
) {
  const { t } = useTranslation('staff-devices');
  const { t: words } = useTranslation('errors');
  // A queue from before the session ended waits for the person.
  const [isStopped, setStopped] = useState(queue.length > 0);
  const [added, setAdded] = useState<readonly { id: number; udi: string }[]>([]);
  const { error, mutateAsync } = useSubmit(addDevices, { stale: [['staff-devices']] });

  const waiting = queue.filter(({ problem }) => problem === '');
  const refused = queue.filter(({ problem }) => problem !== '');
  const sending = isStopped ? undefined : waiting[0];
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

  return {
    waiting,
    refused,
    sending,
    added,
    /** The failure that stopped it. */
    failure: isStopped ? error : null,
    remove,
    start: () => setStopped(false),
  };
}

/** The devices in the typed text. A serial number and a date belong to the first label. */
export const queued = ({ udi, ...rest }: Device): Queued[] =>
  devicesIn(udi).map((label, at) => ({
    ...rest,
    ...(at > 0 && NO_DEVICE),
    udi: label,
    id: uuid(),
    problem: '',
  }));

/** The labels of devices in the typed text; text that is not GS1 is one label. */
function devicesIn(typed: string): string[] {
  const labels = labelsIn(typed);
  return labels.every((label) => kindOf(label) === 'gs1') ? labels : [typed];
}

export function kindOf(typed: string) {
  const udi = readUdi(typed);
  return typeof udi === 'string' ? null : udi.kind;
}
