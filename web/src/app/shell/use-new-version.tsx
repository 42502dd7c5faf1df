import { Button, Group } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isSupportTab } from '../../client/area.ts';
import { onConnection } from '../../client/connection.ts';
import { savesData } from '../../client/landing.ts';
import { whenPageIsIdle } from '../../client/page-idle.ts';
import { hasWorkers, onWorkerMessage, startWorker } from '../../client/service-worker.ts';
import { useIsGuest } from '../../client/session/session-store.ts';
import { showNotice } from '../../ui/toast.ts';

const HOUR_MS = 3_600_000;
/** The builds that this tab has already offered. */
const offered = new Set<string>();

/** Name of the entry of this page's build, as in the service worker. */
const ownBuild = (): string | null =>
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? null;

/**
 * Lets the service worker keep the files of the pages, and offers to reload once a newer version is available. Mount
 * once, in the shell.
 */
export function useNewVersion(): void {
  const isGuest = useIsGuest();
  const isWanted = import.meta.env.PROD && hasWorkers() && !isSupportTab && !isGuest && !savesData();
  useEffect(() => {
    if (!isWanted) return;
    // Browsers without storage, as in private windows, refuse it.
    const stopStart = whenPageIsIdle(() => startWorker().catch(() => {}));
    const stopMessages = onWorkerMessage((message) => {
      if ('build' in message && typeof message.build === 'string') offer(message.build);
    });
    const stopLooking = lookForUpdates();
    return () => {
      stopStart();
      stopMessages();
      stopLooking();
    };
  }, [isWanted]);
}

/** Browsers look for a new version when a page is loaded, which does not happen in a tab that stays open for days. */
function lookForUpdates(): () => void {
  let last = Date.now();
  const look = async () => {
    last = Date.now();
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  };
  const lookOnReturn = () => {
    if (document.visibilityState === 'visible' && Date.now() - last > HOUR_MS) look().catch(() => {});
  };
  document.addEventListener('visibilitychange', lookOnReturn);
  // A server that was unavailable may come back with a new version.
  const stop = onConnection(({ isUp }) => {
    if (isUp) look().catch(() => {});
  });
  return () => {
    stop();
    document.removeEventListener('visibilitychange', lookOnReturn);
  };
}

function offer(build: string): void {
  if (build === ownBuild() || offered.has(build)) return;
  offered.add(build);
  void showNotice((close) => <NewVersion close={close} />);
}

/** The browser asks before a reload that would lose unsaved input. */
function NewVersion({ close }: { close(): void }) {
  const { t } = useTranslation('shell');
  return (
    <Group justify="space-between" gap={8}>
      <span>{t('newVersion.text')}</span>
      <Group gap={8} ml="auto">
        <Button size="compact-sm" variant="subtle" color="gray" onClick={close}>
          {t('newVersion.later')}
        </Button>
        <Button size="compact-sm" onClick={() => location.reload()}>
          {t('newVersion.reload')}
        </Button>
      </Group>
    </Group>
  );
}
