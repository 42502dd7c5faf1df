import type { ServerResponse } from 'node:http';
import { PRESENCE, RESYNC, SESSION_ENDED, STREAM_RETRY_MS } from '@cusp/contract/events';
import type { LiveEvent } from '@cusp/contract/live';
import { liveEventOf } from '../../platform/events/hub.ts';
import type { Listener } from '../../platform/events/listeners.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { Replay } from './replay.sql.ts';

/** A reader that is this far behind is dropped; it reconnects and gets what it missed. */
const MAX_WAITING_BYTES = 256 * 1024;
/** A longer replay would drop the reader before it could read; reloading everything is cheaper. */
const MAX_REPLAYED_BYTES = MAX_WAITING_BYTES / 2;

/**
 * One person's stream. Buffers events from the beginning, so that nothing is lost between the replay and the first
 * live event; `start` then writes both in order.
 */
export class EventStream implements Listener {
  readonly userId: number;
  readonly sessionId: string | null;
  readonly isSupport: boolean;
  readonly network: string;
  #response: ServerResponse | null = null;
  /** Events until it starts. */
  #kept: LiveEvent[] | null = [];
  #isOver: 'ended' | 'closed' | null = null;

  constructor({ userId, sessionId, support, ip }: Pick<Actor, 'userId' | 'sessionId' | 'support' | 'ip'>) {
    this.userId = userId;
    this.sessionId = sessionId;
    this.isSupport = support !== undefined;
    this.network = networkOf(ip);
  }

  /** Why the server ended it; null while it is open or if the browser closed it. */
  get end(): 'ended' | 'closed' | null {
    return this.#isOver;
  }

  start(response: ServerResponse, { newest, events }: Replay): void {
    this.#response = response;
    const kept = this.#kept ?? [];
    this.#kept = null;
    const replayed = new Set(events?.map(({ seq }) => seq));
    const missed = events?.map((row) => textOf(liveEventOf(row))).join('') ?? null;
    const isTooMuch = missed === null || Buffer.byteLength(missed) > MAX_REPLAYED_BYTES;
    // An id without data only moves the browser's Last-Event-ID, so it must not pass events that are still to be
    // sent.
    const mark = isTooMuch ? `id: ${newest}\nevent: ${RESYNC}\ndata: {}\n\n` : missed || `id: ${newest}\n\n`;
    this.#write(`retry: ${STREAM_RETRY_MS}\n${mark}`);
    for (const event of kept) if (!replayed.has(event.id)) this.onEvent(event);
    if (this.#isOver === 'ended') this.onEnd();
    if (this.#isOver === 'closed') this.onClose();
  }

  onEvent(event: LiveEvent): void {
    if (this.#kept) this.#kept.push(event);
    else this.#write(bytesOf(event));
  }

  onPresence(caseId: number): void {
    this.#write(`event: ${PRESENCE}\ndata: {"case_id":${caseId}}\n\n`);
  }

  onEnd(): void {
    this.#isOver = 'ended';
    this.#write(`event: ${SESSION_ENDED}\ndata: {}\n\n`);
    this.#response?.end();
  }

  onClose(): void {
    this.#isOver ??= 'closed';
    this.#response?.end();
  }

  /** Closed in favour of a newer stream; unread data is discarded. */
  drop(): void {
    this.#isOver ??= 'closed';
    this.#response?.destroy();
  }

  /** Heartbeat, because proxies close idle connections. */
  beat(): void {
    this.#write(BEAT);
  }

  #write(text: string | Buffer): void {
    const response = this.#response;
    if (!response || response.writableEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
  }
}

const BEAT = Buffer.from(': \n\n');

/** An event goes to many streams, which share its bytes. */
const known = new WeakMap<LiveEvent, Buffer>();

function bytesOf(event: LiveEvent): Buffer {
  const bytes = known.get(event) ?? Buffer.from(textOf(event));
  known.set(event, bytes);
  return bytes;
}

const textOf = (event: LiveEvent): string =>
  `id: ${event.id}\nevent: ${event.name}\ndata: ${JSON.stringify(event)}\n\n`;
