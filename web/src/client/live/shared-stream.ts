import { AREA } from '../area.ts';
import { openStream, type StreamMessage } from './stream.ts';

/**
 * One stream for all tabs of a person: over HTTP/1.1 browsers open six connections to a host, so a seventh
 * tab would hang. The tab that holds the lock has the stream and broadcasts to the others; when it closes,
 * the next one takes over. A `resync` once the new stream is up covers the gap. `requestedAt` is when data was requested
 * before the page was rendered; null if it was not.
 */
export function openSharedStream(
  userId: number,
  notify: (message: StreamMessage) => void,
  requestedAt: number | null = null,
): () => void {
  const begun = requestedAt ?? performance.now();
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return openStream(notify, begun);
  const name = AREA === 'my' ? `cusp.live.${userId}` : `cusp.${AREA}.live.${userId}`;
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  let closed = false;
  let followed = false;

  const ask = () => channel.postMessage({ kind: 'who' });
  let line: StreamMessage | null = null;
  let leading = false;
  channel.onmessage = ({ data }: MessageEvent<StreamMessage | { kind: 'who' }>) => {
    if (data.kind === 'who') {
      if (leading && line) channel.postMessage(line);
      return;
    }
    // The leading tab had no reason to pass on events between the early requests and now.
    if (!followed && requestedAt !== null) notify({ kind: 'resync' });
    followed = true;
    notify(data);
  };

  const lead = () =>
    new Promise<void>((resolve) => {
      if (closed) return resolve();
      leading = true;
      let isBehind = followed;
      const handle = (message: StreamMessage) => {
        if (message.kind === 'line') line = message;
        channel.postMessage(message);
        notify(message);
        // Only from here on no event can be missed between the refetch and the stream.
        if (!isBehind || message.kind !== 'line' || !message.up) return;
        isBehind = false;
        channel.postMessage({ kind: 'resync' });
        notify({ kind: 'resync' });
      };
      const close = openStream(handle, begun);
      leaving.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });

  navigator.locks.request(name, { signal: leaving.signal }, lead).catch((error: unknown) => {
    if (!closed) console.error('could not share the event stream between tabs', error);
  });
  ask();
  return () => {
    closed = true;
    leaving.abort();
    channel.close();
  };
}
