import { unsubscribePush } from '@cusp/contract/push.routes';
import { Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../../brand/app-info.ts';
import { ChangeableBy } from '../../client/session/ChangeableBy.tsx';
import { useUser } from '../../client/session/session-store.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useSingleFlight } from '../../client/use-single-flight.ts';
import { errorText } from '../../i18n/error-text.ts';
import type { SettingSection } from '../../ui/settings/SettingCard.tsx';
import { toastError } from '../../ui/toast.ts';
import { type PushState, pushState, switchPushOff, switchPushOn } from './push-browser.ts';

type Rows = SettingSection['rows'];

/** Notifications of this browser, which apply immediately, before the given rows for the kinds. */
export function usePushSection(kinds: Rows): SettingSection {
  const { t } = useTranslation('settings');
  const { t: errors } = useTranslation('errors');
  const mayChange = useMayCall(unsubscribePush);
  const { id } = useUser();
  const [state, setState] = useState<PushState | null>(null);
  const [isBusy, setBusy] = useState(false);
  const once = useSingleFlight();
  useEffect(() => {
    let isShown = true;
    if (mayChange)
      pushState()
        .then((now) => isShown && setState(now))
        .catch(() => {});
    return () => {
      isShown = false;
    };
  }, [mayChange]);

  const turn = (on: boolean) =>
    once(async () => {
      setBusy(true);
      try {
        setState(await (on ? switchPushOn(id) : switchPushOff()));
      } catch (error) {
        // Browsers raise errors too, such as for a push service that cannot be reached.
        toastError(error instanceof DOMException ? t('push.failed') : errorText(errors, error));
      }
      setBusy(false);
    });
  const isClosed = state === 'unsupported' || state === 'denied';
  return {
    key: 'push',
    title: t('groups.push'),
    rows: [
      {
        key: 'device',
        label: t('push.device'),
        text: isClosed ? t(`push.${state}`) : t('push.text', { app: brand().app_name }),
        place: 'beside',
        control: (ids) => (
          <ChangeableBy route={unsubscribePush}>
            <Switch
              {...ids}
              checked={state === 'on'}
              disabled={state === null || isClosed || isBusy}
              onChange={(event) => void turn(event.currentTarget.checked)}
            />
          </ChangeableBy>
        ),
      },
      ...kinds,
    ],
  };
}
