import type { ServerResponse } from 'node:http';
import type { Services } from '../../platform/services.ts';
import { sessionsOver } from '../identity/sessions.ts';
import { LostConnections } from '../presence/lost-connections.ts';
import type { EventStream } from './event-stream.ts';
import { StreamLimits } from './stream-limits.ts';

/** Proxies close connections on which nothing was sent for 30 to 60 seconds. */
const BEAT_MS = 15_000;
/** Heartbeats are spread over these turns, so that ten thousand of them do not delay replies. */
const TURNS = 60;
/** Ended sessions are announced immediately; this finds sessions that expired. */
const SESSIONS_EVERY_MS = 5_000;
/**
 * A support session can end by changes that are not announced, such as a lost flag; its stream closes within two
 * seconds.
 */
const SUPPORT_EVERY_MS = 1_000;

/** The open streams of this process, with one timer for all heartbeats instead of one for each stream. */
export class OpenStreams {
  readonly #services: Services;
  readonly #limits: StreamLimits;
  readonly #lost: LostConnections;
  readonly #timers: readonly NodeJS.Timeout[];
  /** The streams by the turn of their heartbeat. */
  readonly #turns = Array.from({ length: TURNS }, () => new Set<EventStream>());
  #turn = 0;
  isStopping = false;

  constructor(services: Services, factor: number) {
    this.#services = services;
    this.#limits = new StreamLimits(factor);
    this.#lost = new LostConnections(services);
    this.#timers = [
      setInterval(() => void endOverStreams(services), SESSIONS_EVERY_MS),
      setInterval(() => void endOverStreams(services, 'support'), SUPPORT_EVERY_MS),
      setInterval(() => this.#beat(), BEAT_MS / TURNS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** Adds a stream until its response closes; refuses with 429 if its address has too many. */
  add(stream: EventStream, response: ServerResponse): void {
    this.#limits.take(stream);
    this.#services.hub.add(stream);
    const turn = this.#turns[this.#turn];
    turn?.add(stream);
    response.on('close', () => {
      turn?.delete(stream);
      this.#remove(stream);
    });
  }

  #remove(stream: EventStream): void {
    this.#services.hub.remove(stream);
    this.#limits.give(stream);
    if (stream.end === 'ended') void this.#lost.ended(stream);
    else if (stream.end === null) void this.#lost.broke(stream);
  }

  /** Ends all streams. One that is being opened would keep this process alive, so it has to look at `isStopping`. */
  stop(): void {
    this.isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#lost.close();
    this.#services.hub.drain();
  }

  #beat(): void {
    this.#turn = (this.#turn + 1) % TURNS;
    for (const stream of this.#turns[this.#turn] ?? []) stream.beat();
  }
}

/** Ends streams whose session has expired, or whose person has lost the right to it. */
export async function endOverStreams(services: Services, which: 'all' | 'support' = 'all'): Promise<void> {
  const open = services.hub.openSessions(which);
  if (open.length === 0) return;
  try {
    for (const sessionId of await sessionsOver(services, open)) services.hub.endSession(sessionId);
  } catch (error) {
    services.log.warn({ err: error }, 'could not check the sessions of open streams');
  }
}
