import { API_BASE } from '@cusp/contract/endpoint';
import {
  EVENT_NAMES,
  type LiveEvent,
  PRESENCE,
  RESYNC,
  SESSION_ENDED,
  STREAM_RETRY_MS,
  STREAM_SINCE_MAX_S,
} from '@cusp/contract/events';

/** What a stream tells: an event, that everything may be stale, the end of the session, or its own state. */
export type StreamNews =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'presence'; caseId: number }
  | { kind: 'resync' }
  | { kind: 'ended' }
  | { kind: 'line'; up: boolean };

/** Opens the event stream and keeps it open until the returned function is called. */
export function openStream(tell: (news: StreamNews) => void): () => void {
  const begun = performance.now();
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId = '';
  let closed = false;

  const onEvent = (message: MessageEvent<string>) => {
    if (message.lastEventId) lastEventId = message.lastEventId;
    const event = readEvent(message.data);
    if (event) tell({ kind: 'event', event });
  };

  function open(): void {
    const seconds = Math.ceil((performance.now() - begun) / 1000);
    const isLate = !lastEventId && seconds > STREAM_SINCE_MAX_S;
    const from = lastEventId
      ? `lastEventId=${encodeURIComponent(lastEventId)}`
      : isLate
        ? ''
        : `since=${seconds}`;
    source = new EventSource(`${API_BASE}/events/?${from}`);
    source.onopen = () => {
      tell({ kind: 'line', up: true });
      if (isLate) tell({ kind: 'resync' });
    };
    source.onerror = () => {
      tell({ kind: 'line', up: false });
      // The browser comes back by itself after a lost line, but not after an answer such as 503.
      source?.close();
      clearTimeout(timer);
      if (!closed) timer = setTimeout(open, STREAM_RETRY_MS);
    };
    for (const name of EVENT_NAMES) source.addEventListener(name, onEvent);
    source.addEventListener(PRESENCE, ({ data }: MessageEvent<string>) => {
      const { case_id } = JSON.parse(data) as { case_id: number };
      tell({ kind: 'presence', caseId: case_id });
    });
    source.addEventListener(RESYNC, (message) => {
      if (message.lastEventId) lastEventId = message.lastEventId;
      tell({ kind: 'resync' });
    });
    source.addEventListener(SESSION_ENDED, () => {
      close();
      tell({ kind: 'ended' });
    });
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
