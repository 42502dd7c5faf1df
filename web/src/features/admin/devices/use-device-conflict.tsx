import type { StaleObject } from '@cusp/contract/error-body';
import type { StaffDevice } from '@cusp/contract/staff-devices';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm, useInform } from '../../../ui/dialogs/confirm-context.ts';
import { toastError } from '../../../ui/toast.ts';
import { DEVICE_LISTS } from './device-lists.ts';
import classes from './devices.module.css';

/** The devices of a change, with the version of the changed part of each as it was shown. */
export interface ChangeOfDevices {
  ids: number[];
  versions: Record<string, number>;
}

/** The version of a device's partner feature; 0 without one. */
export const featureVersion = ({ feature }: StaffDevice): number => feature?.version ?? 0;

export interface DeviceConflict {
  changeOf(devices: readonly StaffDevice[]): ChangeOfDevices;
  /**
   * Shows why a change failed; `again` is called with the devices that no other user changed, if the person continues
   * with those.
   */
  show(error: unknown, change: ChangeOfDevices, again: (others: ChangeOfDevices) => void): Promise<void>;
}

/**
 * Handles a change of a device by another user since it was shown: the person sees the devices and that user, and
 * continues with the others or reviews them. The selection stays, and its devices count as seen then.
 */
export function useDeviceConflict(
  versionOf: (device: StaffDevice) => number = ({ version }) => version,
): DeviceConflict {
  const { t } = useTranslation('staff-devices');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const inform = useInform();
  const queries = useQueryClient();
  /** By device: the version of its selected row, and the newer one that a conflict has reported since. */
  const [seen, setSeen] = useState<Readonly<Record<number, { row: number; now: number }>>>({});
  const sentVersion = (device: StaffDevice): number => {
    const [row, known] = [versionOf(device), seen[device.id]];
    // A row that was reloaded counts on its own: a feature that is removed and made again restarts its version.
    return known?.row === row ? known.now : row;
  };
  return {
    changeOf: (devices) => ({
      ids: devices.map(({ id }) => id),
      versions: Object.fromEntries(devices.map((device) => [device.id, sentVersion(device)])),
    }),
    async show(error, change, again) {
      const stale = error instanceof ApiError ? error.stale : [];
      if (stale.length === 0) return toastError(errorText(words, error));
      setSeen((before) => ({
        ...before,
        ...Object.fromEntries(
          stale.map(({ id, version: now }) => {
            const [sent, known] = [change.versions[id] ?? 0, before[id]];
            return [id, { row: known?.now === sent ? known.row : sent, now }];
          }),
        ),
      }));
      for (const queryKey of DEVICE_LISTS) void queries.invalidateQueries({ queryKey });
      const ids = change.ids.filter((id) => !stale.some((each) => each.id === id));
      const title = t('conflict.title', { count: stale.length });
      const content = <Stale stale={stale} />;
      if (ids.length === 0) return inform({ kind: 'warning', title, content });
      if (await confirm({ title, content, ok: t('conflict.others', { count: ids.length }) }))
        again({ ...change, ids });
    },
  };
}

const NAMED = 20;

function Stale({ stale }: { stale: readonly StaleObject[] }): ReactNode {
  const { t } = useTranslation('staff-devices');
  const more = stale.length - NAMED;
  return (
    <>
      <p>{t('conflict.text')}</p>
      <ul className={classes.added}>
        {stale.slice(0, NAMED).map(({ id, name, changed_by }) => (
          <li key={id}>{changed_by ? t('conflict.by', { device: name, name: changed_by }) : name}</li>
        ))}
        {more > 0 && <li>{t('actions.more', { count: more })}</li>}
      </ul>
    </>
  );
}
