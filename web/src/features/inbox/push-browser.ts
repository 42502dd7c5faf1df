import { getPush, subscribePush, unsubscribePush } from '@cusp/contract/push.routes';
import { call } from '../../client/call.ts';
import { pushEnded } from '../../client/end-push.ts';
import { dropPushWish, notePushWish, wantsPush } from '../../client/push-wish.ts';
import { startWorker } from '../../client/service-worker.ts';

export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether this browser can show notifications, is allowed to, and does. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && (await isSubscribed()) ? 'on' : 'off';
}

/** Requests the permission; call it only in a click handler. */
export async function switchPushOn(userId: number): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  const answer = await Notification.requestPermission();
  if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'off';
  await subscribe();
  notePushWish(userId);
  return 'on';
}

export async function switchPushOff(): Promise<PushState> {
  dropPushWish();
  await call(unsubscribePush, {});
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  return 'off';
}

/**
 * Subscribes again in a new session of a person who wants notifications in this browser. Shows no permission prompt.
 */
export async function keepPushOn(userId: number): Promise<void> {
  if (!wantsPush(userId) || !isSupported() || Notification.permission !== 'granted') return;
  if (!(await isSubscribed())) await subscribe();
}

/** Whether the server sends to this session and the browser still accepts it: browsers can end subscriptions too. */
async function isSubscribed(): Promise<boolean> {
  const { is_on, public_key: key } = await call(getPush, {});
  const registration = await navigator.serviceWorker.getRegistration();
  const known = await registration?.pushManager.getSubscription();
  return is_on && known != null && keyText(known.options.applicationServerKey) === key;
}

async function subscribe(): Promise<void> {
  await pushEnded();
  const { public_key: key } = await call(getPush, {});
  const { pushManager } = await startWorker();
  // It has another key of the server, or the server removed it because the push service no longer serves it; the browser
  // would return the same one again.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('a subscription without keys');
  await call(subscribePush, {
    body: { endpoint, keys: { p256dh: plain(keys.p256dh), auth: plain(keys.auth) } },
  });
}

const plain = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const keyText = (key: ArrayBuffer | null): string =>
  key === null ? '' : plain(btoa(String.fromCharCode(...new Uint8Array(key))));
