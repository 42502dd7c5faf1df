import { AREA } from './area.ts';

let ended: Promise<void> = Promise.resolve();

/**
 * Removes shown notifications, and unsubscribes from those that the push service still holds, because another person
 * may sign in here. The page does not wait, because browsers may take long.
 */
export function endPush(): void {
  ended = Promise.all([ended, end()]).then(
    () => {},
    () => {},
  );
}

/** Waits until the browser has unsubscribed, because that might otherwise remove the next person's subscription. */
export const pushEnded = (): Promise<void> => ended;

async function end(): Promise<void> {
  if (AREA !== 'my' || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
