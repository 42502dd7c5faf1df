import type { Language } from '@cusp/contract/wire';

const WORKER = '/service-worker.js';

export const hasWorkers = (): boolean => 'serviceWorker' in navigator;

/** Starts the service worker, unless it runs, and waits until it is active. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER);
  return navigator.serviceWorker.ready;
}

/** Calls `listener` with each message of the service worker. Returns a function that unsubscribes. */
export function onWorkerMessage(listener: (message: object) => void): () => void {
  if (!hasWorkers()) return () => {};
  const { serviceWorker } = navigator;
  const take = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null) listener(data);
  };
  serviceWorker.addEventListener('message', take);
  return () => serviceWorker.removeEventListener('message', take);
}

/** Asks the service worker to keep all texts of a language, so that the app opens in it without a connection. */
export const keepTexts = (language: Language): void =>
  void navigator.serviceWorker?.controller?.postMessage({ texts: language });
