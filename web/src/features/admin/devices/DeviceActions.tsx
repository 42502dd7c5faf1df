import type { DevicesChanged, StaffDevice } from '@cusp/contract/staff-devices';
import {
  blockDevices,
  removeDevices,
  resetRegistrations,
  setDeviceFeatures,
} from '@cusp/contract/staff-devices.routes';
import { Button, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import type { SelectedRows } from '../../../ui/data-list/use-selected-rows.ts';
import { useConfirm, useInform } from '../../../ui/dialogs/confirm-context.ts';
import { toastDone } from '../../../ui/toast.ts';
import { AssignDialog } from './AssignDialog.tsx';
import { DEVICE_LISTS } from './device-lists.ts';
import classes from './devices.module.css';
import { type ChangeOfDevices, featureVersion, useDeviceConflict } from './use-device-conflict.tsx';

type Chosen = Pick<SelectedRows<StaffDevice>, 'rows' | 'keep' | 'clear'>;

/** The actions of device managers, and the devices that each one would change. */
const APPLIES = {
  block: ({ state }) => state !== 'blocked',
  unblock: ({ state }) => state === 'blocked',
  reset: ({ reg_customer }) => reg_customer !== null,
  remove: () => true,
} satisfies Record<string, (device: StaffDevice) => boolean>;

type Action = keyof typeof APPLIES;

/**
 * Actions of device managers on the selected devices; each asks first and lists the devices that it did not change.
 * Actions that apply to none of the devices are not offered, except removal, which explains that a registration has to
 * be reset first.
 */
export function DeviceActions({ selected, onRemoved }: { selected: Chosen; onRemoved?(): void }) {
  const { t } = useTranslation('staff-devices');
  const confirm = useConfirm();
  const inform = useInform();
  const report = useReport(selected);
  const conflict = useDeviceConflict();
  const [isAssigning, setAssigning] = useState(false);
  const block = useSubmit(blockDevices);
  const reset = useSubmit(resetRegistrations);
  const remove = useSubmit(removeDevices, { stale: [['staff-devices'], ['staff-device']] });
  const devices = [...selected.rows.values()];
  const chosen = conflict.changeOf(devices);

  async function act(action: Action): Promise<void> {
    const count = chosen.ids.length;
    if (action === 'remove' && devices.every(({ reg_customer }) => reg_customer !== null)) {
      await inform({
        kind: 'warning',
        title: t('actions.kept', { count }),
        content: t('actions.remove.text'),
      });
      return;
    }
    const isSure = await confirm({
      title: t(`actions.${action}.title`, { count }),
      content: t(`actions.${action}.text`),
      ok: t(`actions.${action}.button`),
      danger: action !== 'unblock',
    });
    if (isSure) send(action, chosen);
  }

  function send(action: Action, change: ChangeOfDevices): void {
    const then = {
      onSuccess: report,
      onError: (error: unknown) => void conflict.show(error, change, (others) => send(action, others)),
    };
    if (action === 'reset') reset.mutate({ body: change }, then);
    else if (action === 'remove') remove.mutate({ body: change }, { ...then, onSuccess: afterRemoval });
    else block.mutate({ body: { ...change, block: action === 'block' } }, then);
  }

  function afterRemoval(outcome: DevicesChanged): void {
    report(outcome);
    if (outcome.changed > 0) onRemoved?.();
  }

  const actions = (Object.keys(APPLIES) as Action[]).filter((action) => devices.some(APPLIES[action]));
  const isPending = block.isPending || reset.isPending || remove.isPending;
  return (
    <>
      <Button size="xs" variant="default" disabled={isPending} onClick={() => setAssigning(true)}>
        {t('actions.assign.button')}
      </Button>
      {actions.map((action) => (
        <Button
          key={action}
          size="xs"
          variant="default"
          disabled={isPending}
          onClick={() => void act(action)}
        >
          {t(`actions.${action}.button`)}
        </Button>
      ))}
      {isAssigning && (
        <AssignDialog
          chosen={chosen}
          onConflict={conflict.show}
          onClose={() => setAssigning(false)}
          onDone={report}
        />
      )}
    </>
  );
}

/** Turns the partner feature of the selected devices on or off. */
export function FeatureMenu({ selected }: { selected: Chosen }) {
  const { t } = useTranslation('staff-devices');
  const conflict = useDeviceConflict(featureVersion);
  const set = useSubmit(setDeviceFeatures, { stale: DEVICE_LISTS });
  const turn = (option: boolean, change = conflict.changeOf([...selected.rows.values()])): void => {
    const featureData = change.ids.flatMap((id) => {
      const device = selected.rows.get(id);
      return device ? [{ udi: device.udi, option, version: change.versions[id] }] : [];
    });
    set.mutate(
      { body: { featureData } },
      {
        onSuccess: ({ changed }) => {
          selected.clear();
          toastDone(t('actions.done', { count: changed }));
        },
        onError: (error) => void conflict.show(error, change, (others) => turn(option, others)),
      },
    );
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" loading={set.isPending}>
          {t('columns.feature')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => turn(true)}>{t('feature.turnOn')}</Menu.Item>
        <Menu.Item onClick={() => turn(false)}>{t('feature.turnOff')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Reports the outcome of a change, keeps the devices selected that could not be changed, and lists them. */
function useReport(selected: Chosen): (outcome: DevicesChanged) => void {
  const { t } = useTranslation('staff-devices');
  const inform = useInform();
  return ({ changed, kept }) => {
    const left = kept.filter(({ reason }) => reason !== 'gone' && reason !== 'unchanged');
    selected.keep(new Set(left.map(({ id }) => id)));
    if (changed > 0) toastDone(t('actions.done', { count: changed }));
    if (kept.length > 0)
      void inform({
        kind: 'warning',
        title: t('actions.kept', { count: kept.length }),
        content: <Kept kept={kept} />,
      });
  };
}

/** Devices that a message names; it counts the others. */
const NAMED = 20;

function Kept({ kept }: { kept: DevicesChanged['kept'] }): ReactNode {
  const { t } = useTranslation('staff-devices');
  const more = kept.length - NAMED;
  return (
    <ul className={classes.added}>
      {kept.slice(0, NAMED).map(({ id, udi, reason }) => (
        <li key={id}>
          {udi && `${udi}: `}
          {t(`actions.reasons.${reason}`)}
        </li>
      ))}
      {more > 0 && <li>{t('actions.more', { count: more })}</li>}
    </ul>
  );
}
