import type { LiveEvent } from '@cusp/contract/live';

export interface Listener {
  userId: number;
  sessionId: string | null;
  /** Id of a support session, whose end is polled more often. */
  isSupport?: boolean;
  onEvent(event: LiveEvent): void;
  /** A user opened a case, left it or is typing in it. */
  onPresence(caseId: number): void;
  /** The session has ended; nothing further is sent. */
  onEnd(): void;
  /** This process is stopping; the browser may reconnect. */
  onClose(): void;
}

/** The streams of this process, by person. */
export class Listeners {
  readonly #byPerson = new Map<number, Set<Listener>>();

  add(listener: Listener): void {
    const set = this.#byPerson.get(listener.userId) ?? new Set<Listener>();
    this.#byPerson.set(listener.userId, set.add(listener));
  }

  remove(listener: Listener): void {
    const set = this.#byPerson.get(listener.userId);
    set?.delete(listener);
    if (set?.size === 0) this.#byPerson.delete(listener.userId);
  }

  of(userId: number): Iterable<Listener> {
    return this.#byPerson.get(userId) ?? [];
  }

  /** A snapshot of all streams, so that one may end during the iteration. */
  all(): Listener[] {
    return [...this.#byPerson.values()].flatMap((set) => [...set]);
  }

  get size(): number {
    let size = 0;
    for (const set of this.#byPerson.values()) size += set.size;
    return size;
  }

  /** Sessions that have a stream here; `support` gives those of support only. */
  sessions(which: 'all' | 'support' = 'all'): string[] {
    const some = this.all().filter(({ isSupport }) => which === 'all' || isSupport);
    const ids = some.map(({ sessionId }) => sessionId);
    return [...new Set(ids)].filter((id) => id !== null);
  }
}
