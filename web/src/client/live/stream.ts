import { API_BASE } from '@cusp/contract/endpoint';
import { EVENT_NAMES } from '@cusp/contract/event-names';
import { MAX_STREAM_SINCE_S, PRESENCE, RESYNC, SESSION_ENDED, STREAM_RETRY_MS } from '@cusp/contract/events';
import type { LiveEvent } from '@cusp/contract/live';
import { CALLER, isSupportTab } from '../area.ts';

/**
 * Messages of a stream: an event, a resync, the end of the session, a refusal by the server, or the state of
 * the connection.
 */
export type StreamMessage =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'presence'; caseId: number }
  | { kind: 'resync' }
  | { kind: 'ended' }
  | { kind: 'refused' }
  | { kind: 'line'; up: boolean };

/** After repeated refusals, every tenth attempt (each half minute) asks the server for the reason. */
const ASK_EVERY = 10;

/**
 * Opens the event stream and keeps it open until the returned function is called. `begun` is when the page started to
 * load its data, on the clock of `performance.now()`.
 */
export function openStream(notify: (message: StreamMessage) => void, begun = performance.now()): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId = '';
  let closed = false;
  let refusals = 0;

  const onEvent = (message: MessageEvent<string>) => {
    if (message.lastEventId) lastEventId = message.lastEventId;
    const event = readEvent(message.data);
    if (event) notify({ kind: 'event', event });
  };

  function open(): void {
    const seconds = Math.ceil((performance.now() - begun) / 1000);
    const isLate = !lastEventId && seconds > MAX_STREAM_SINCE_S;
    const from = lastEventId
      ? `lastEventId=${encodeURIComponent(lastEventId)}`
      : isLate
        ? ''
        : `since=${seconds}`;
    const whose = isSupportTab ? `&${new URLSearchParams(CALLER)}` : '';
    source = new EventSource(`${API_BASE}/events/?${from}${whose}`);
    source.onopen = () => {
      refusals = 0;
      notify({ kind: 'line', up: true });
      if (isLate) notify({ kind: 'resync' });
    };
    source.onerror = () => {
      // EventSource reconnects after a lost connection, but not after a response such as 401 or 503.
      const isRefused = source?.readyState === EventSource.CLOSED;
      breakOff();
      if (isRefused && refusals++ % ASK_EVERY === 0) notify({ kind: 'refused' });
    };
    for (const name of EVENT_NAMES) source.addEventListener(name, onEvent);
    source.addEventListener(PRESENCE, ({ data }: MessageEvent<string>) => {
      const { case_id } = JSON.parse(data) as { case_id: number };
      notify({ kind: 'presence', caseId: case_id });
    });
    source.addEventListener(RESYNC, (message) => {
      if (message.lastEventId) lastEventId = message.lastEventId;
      notify({ kind: 'resync' });
    });
    source.addEventListener(SESSION_ENDED, () => {
      // The browser may have a new session by now, so keep trying.
      breakOff();
      notify({ kind: 'ended' });
    });
  }

  function breakOff(): void {
    notify({ kind: 'line', up: false });
    source?.close();
    clearTimeout(timer);
    if (!closed) timer = setTimeout(open, STREAM_RETRY_MS);
  }

  function close(): void {
    closed = true;
    clearTimeout(timer);
    source?.close();
  }

  open();
  return close;
}

function readEvent(data: string): LiveEvent | null {
  try {
    return JSON.parse(data) as LiveEvent;
  } catch {
    return null;
  }
}
