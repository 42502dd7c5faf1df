import type { Device } from '@cusp/contract/devices';
import { setDeviceLocks } from '@cusp/contract/devices.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../client/api-error.ts';
import { useUser } from '../../client/session/session-store.ts';
import { useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { toastDone } from '../../ui/toast.ts';

export interface DeviceLocks {
  /** Whether a device is locked in the local copy. */
  isLocked(device: Device): boolean;
  set(devices: readonly Device[], locked: boolean): void;
  isChanged: boolean;
  isSaving: boolean;
  problem: { title: string; text?: string } | null;
  save(): void;
  cancel(): void;
}

interface Edit {
  locked: boolean;
  device: Device;
}

type Lock = Pick<Device, 'state' | 'lock_version'>;
type Saved = ReplyFrom<typeof setDeviceLocks>['dev_conns'][number];

const lockOf = ({ dev_id, dev_locked, dev_version }: Saved): [number, Lock] => [
  dev_id,
  { state: dev_locked ? 'locked' : 'unlocked', lock_version: dev_version },
];

const isLockedNow = ({ state }: Device): boolean => state === 'locked';

const NONE: ReadonlyMap<number, Lock> = new Map();

/** A local copy of the locks, kept across pages and searches until it is saved; the page's devices are sent with it. */
export function useDeviceLocks(listed: readonly Device[]): DeviceLocks {
  const { t } = useTranslation('devices');
  const { t: errors } = useTranslation('errors');
  const me = useUser().id;
  const queries = useQueryClient();
  const [edits, setEdits] = useState<ReadonlyMap<number, Edit>>(new Map());
  const [problem, setProblem] = useState<DeviceLocks['problem']>(null);
  // Saving again after the notice of another user's change overwrites it, also for devices of other pages.
  const [isTold, setTold] = useState(false);
  const submit = useSubmit(setDeviceLocks);
  // Saved values are shown until they have been reloaded, which may fail.
  const [own, setOwn] = useState(NONE);
  const shown = listed.map((device) => {
    const saved = own.get(device.id);
    return saved && saved.lock_version > device.lock_version ? { ...device, ...saved } : device;
  });
  // The server's current versions replace those from when a box was ticked.
  const newest = new Map(shown.map((device) => [device.id, device]));
  const changed = [...edits].filter(
    ([id, { locked, device }]) => locked !== isLockedNow(newest.get(id) ?? device),
  );

  function save(): void {
    setProblem(null);
    const all = new Map<number, Edit>(
      shown.map((device) => [device.id, { device, locked: isLockedNow(device) }]),
    );
    for (const [id, edit] of changed) all.set(id, { ...edit, device: newest.get(id) ?? edit.device });
    const dev_conns = [...all.values()].map(({ device, locked }) => ({
      dev_id: device.id,
      user_id: me,
      dev_locked: locked,
      ...(isTold && !newest.has(device.id) ? {} : { dev_version: device.lock_version }),
    }));
    submit.mutate(
      { body: { dev_conns } },
      {
        onSuccess: (reply) => {
          cancel();
          // During an update a server of the previous version may reply without them; the list is reloaded then.
          const saved: readonly Saved[] | undefined = reply.dev_conns;
          if (saved) setOwn((before) => new Map([...before, ...saved.map(lockOf)]));
          toastDone(t('saved'));
        },
        onError: (error) => {
          setProblem(problemOf(error));
          setTold(error.code === 'conflict');
          // The list is reloaded, and versions of another customer's device count from 0.
          if (error.code === 'conflict') setOwn(NONE);
          // The edit of a removed device may be on another page, where the person would not find it.
          if (error.status === 404) setEdits((all) => new Map([...all].filter(([id]) => newest.has(id))));
          if ([404, 409].includes(error.status)) void queries.invalidateQueries({ queryKey: ['devices'] });
        },
      },
    );
  }

  function cancel(): void {
    setEdits(new Map());
    setProblem(null);
    setTold(false);
  }

  function problemOf(error: ApiError): DeviceLocks['problem'] {
    if (error.code === 'conflict') {
      const name = error.changedBy;
      return { title: name ? t('conflict.by', { name }) : t('conflict.title'), text: t('conflict.text') };
    }
    if (error.status === 404) return { title: t('gone.title'), text: t('gone.text') };
    return { title: t('saveFailed'), text: errorText(errors, error) };
  }

  return {
    isLocked: (device) => edits.get(device.id)?.locked ?? isLockedNow(newest.get(device.id) ?? device),
    set: (devices, locked) => {
      setProblem(null);
      setEdits((before) => {
        const next = new Map(before);
        for (const device of devices)
          next.set(device.id, { locked, device: newest.get(device.id) ?? device });
        return next;
      });
    },
    isChanged: changed.length > 0,
    isSaving: submit.isPending,
    problem,
    save,
    cancel,
  };
}
