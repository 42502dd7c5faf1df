import { namedApart } from './named-apart.ts';
import { currentSession, isSignedIn, onSession } from './session/session-store.ts';

/** The worker answers from memory; if it has stopped, it is started for the question. */
const ANSWER_MS = 10_000;

let asked: { id: string; files: Promise<readonly File[] | null> } | null = null;

/** Files are dropped with their session, because another person may sign in next in this tab. */
let hadSession = false;
onSession(() => {
  if (isSignedIn()) hadSession = true;
  else if (hadSession && currentSession().status === 'out') {
    asked = null;
    hadSession = false;
  }
});

/**
 * The files of the phone's share sheet that brought the person to this page; null if they are lost. The page requests
 * them as soon as it loads and keeps them while the person signs in, because the browser ends an idle worker.
 */
export function sharedFiles(id: string): Promise<readonly File[] | null> {
  if (asked?.id !== id) asked = { id, files: askWorker(id).catch(() => null) };
  return asked.files;
}

function askWorker(id: string): Promise<readonly File[] | null> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), ANSWER_MS);
    port1.onmessage = ({ data }: MessageEvent<readonly File[] | null>) => {
      clearTimeout(timer);
      port1.close();
      resolve(data && namedApart(data, new Date()));
    };
    worker.postMessage({ shared: id }, [port2]);
  });
}
