import { API_BASE } from '@cusp/contract/endpoint';
import { EVENT_NAMES } from '@cusp/contract/event-names';
import { PRESENCE, RESYNC, SESSION_ENDED, STREAM_RETRY_MS, STREAM_SINCE_MAX_S } from '@cusp/contract/events';
import type { LiveEvent } from '@cusp/contract/live';

/**
 * What a stream tells: an event, that everything may be stale, the end of the session, that the server does not give
 * it one, or its own state.
 */
export type StreamNews =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'presence'; caseId: number }
  | { kind: 'resync' }
  | { kind: 'ended' }
  | { kind: 'refused' }
  | { kind: 'line'; up: boolean };

/** A server that goes on refusing is asked for its reason with every tenth try: each half a minute. */
const ASK_EVERY = 10;

/**
 * Opens the event stream and keeps it open until the returned function is called. `begun` is when the page began to
 * load what it shows.
 */
export function openStream(tell: (news: StreamNews) => void, begun = performance.now()): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId = '';
  let closed = false;
  let refusals = 0;

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
      refusals = 0;
      tell({ kind: 'line', up: true });
      if (isLate) tell({ kind: 'resync' });
    };
    source.onerror = () => {
      // The browser comes back by itself after a lost line, but not after an answer such as 401 or 503.
      const isRefused = source?.readyState === EventSource.CLOSED;
      breakOff();
      if (isRefused && refusals++ % ASK_EVERY === 0) tell({ kind: 'refused' });
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
      // It may be that this browser has another session by now, whose stream goes on.
      breakOff();
      tell({ kind: 'ended' });
    });
  }

  function breakOff(): void {
    tell({ kind: 'line', up: false });
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
