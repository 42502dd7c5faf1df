import { Refusal } from '../../platform/http/refusal.ts';

/** Browsers share one stream among their tabs, so this is the number of open browsers per person. */
export const STREAMS_A_PERSON = 20;
/** A whole practice may share one address. */
export const STREAMS_AN_ADDRESS = 500;

interface Stream {
  readonly userId: number;
  /** Network of the reader's address. */
  readonly network: string;
  drop(): void;
}

/** How many streams this process holds open per person and per address. */
export class StreamLimits {
  readonly #factor: number;
  readonly #byPerson = new Map<number, Set<Stream>>();
  readonly #byNetwork = new Map<string, number>();

  /** Multiplies both limits; 0 disables them. */
  constructor(factor: number) {
    this.#factor = factor;
  }

  /**
   * Counts a stream until it is given back. Too many streams of one person close the oldest, which is the most likely
   * to be abandoned; an address with too many is refused.
   */
  take(stream: Stream): void {
    if (this.#factor === 0) return;
    const there = this.#byNetwork.get(stream.network) ?? 0;
    if (there >= STREAMS_AN_ADDRESS * this.#factor) throw new Refusal('too_many_requests');
    this.#byNetwork.set(stream.network, there + 1);
    const own = this.#byPerson.get(stream.userId) ?? new Set<Stream>();
    this.#byPerson.set(stream.userId, own.add(stream));
    const [oldest] = own;
    if (oldest && own.size > STREAMS_A_PERSON * this.#factor) {
      own.delete(oldest);
      oldest.drop();
    }
  }

  /** Gives back a stream that was taken. */
  give(stream: Stream): void {
    if (this.#factor === 0) return;
    const own = this.#byPerson.get(stream.userId);
    own?.delete(stream);
    if (own?.size === 0) this.#byPerson.delete(stream.userId);
    const left = (this.#byNetwork.get(stream.network) ?? 1) - 1;
    if (left > 0) this.#byNetwork.set(stream.network, left);
    else this.#byNetwork.delete(stream.network);
  }
}
