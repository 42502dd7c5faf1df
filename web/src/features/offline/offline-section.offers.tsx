import { OFFLINE_CASES, releaseOfflineKeys } from '@cusp/contract/offline.routes';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setWantsOffline, useWantsOffline } from '../../client/offline-wish.ts';
import { ChangeableBy } from '../../client/session/ChangeableBy.tsx';
import { useUser } from '../../client/session/session-store.ts';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import type { SettingSection } from '../../ui/settings/SettingCard.tsx';
import { forgetEverything, useOffline } from './offline.ts';
import { countWaiting } from './queue.ts';

/** Whether this browser keeps the last cases; it applies at once. */
export function useOfflineSection(): SettingSection {
  const { t } = useTranslation('settings');
  const { t: shell } = useTranslation('shell');
  const confirm = useConfirm();
  const { id } = useUser();
  const isOn = useWantsOffline(id);
  const { isFull } = useOffline();
  const isPossible = 'indexedDB' in globalThis && globalThis.crypto?.subtle !== undefined;
  const turn = async (on: boolean) => {
    const count = on ? 0 : await countWaiting(id);
    const question = {
      title: t('groups.offline'),
      content: shell('unsent', { count }),
      ok: shell('unsentOk'),
      danger: true,
    };
    if (count > 0 && !(await confirm(question))) return;
    setWantsOffline(id, on);
    if (!on) await forgetEverything(id);
  };
  return {
    key: 'offline',
    title: t('groups.offline'),
    rows: [
      {
        key: 'offline',
        label: t('offline.label', { count: OFFLINE_CASES }),
        text: isPossible ? t(isOn && isFull ? 'offline.full' : 'offline.text') : t('offline.unsupported'),
        place: 'beside',
        control: (ids) => (
          <ChangeableBy route={releaseOfflineKeys}>
            <Switch
              {...ids}
              checked={isOn}
              disabled={!isPossible}
              onChange={(event) => void turn(event.currentTarget.checked)}
            />
          </ChangeableBy>
        ),
      },
    ],
  };
}
