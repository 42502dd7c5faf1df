import { AREA } from './area.ts';

let ended: Promise<void> = Promise.resolve();

/**
 * Removes shown notifications, and refuses those that the push service still keeps, because others may sign in here. The
 * page does not wait, because browsers may take long.
 */
export function endPush(): void {
  ended = Promise.all([ended, end()]).then(
    () => {},
    () => {},
  );
}

/** Waits until the browser has left what ends, which may otherwise take the next person's subscription with it. */
export const pushEnded = (): Promise<void> => ended;

async function end(): Promise<void> {
  if (AREA !== 'my' || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
