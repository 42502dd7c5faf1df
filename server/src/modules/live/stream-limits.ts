import { networkOf } from '../../platform/http/network.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** Browsers share one stream among their tabs, so this is the number of open browsers per person. */
export const STREAMS_A_PERSON = 20;
/** A whole practice may share one address. */
export const STREAMS_AN_ADDRESS = 500;

interface Stream {
  readonly userId: number;
  drop(): void;
}

/** How many streams this process holds open per person and per address. */
export class StreamLimits {
  readonly #factor: number;
  readonly #byPerson = new Map<number, Set<Stream>>();
  readonly #byAddress = new Map<string, number>();

  /** Multiplies both limits; 0 disables them. */
  constructor(factor: number) {
    this.#factor = factor;
  }

  /**
   * Registers a stream until the returned function is called. Too many streams of one person close the oldest, which
   * is the most likely to be abandoned; an address with too many is refused.
   */
  take(stream: Stream, ip: string): () => void {
    if (this.#factor === 0) return () => {};
    const address = networkOf(ip);
    const there = this.#byAddress.get(address) ?? 0;
    if (there >= STREAMS_AN_ADDRESS * this.#factor) throw new Refusal('too_many_requests');
    this.#byAddress.set(address, there + 1);
    const own = this.#byPerson.get(stream.userId) ?? new Set<Stream>();
    this.#byPerson.set(stream.userId, own.add(stream));
    const [oldest] = own;
    if (oldest && own.size > STREAMS_A_PERSON * this.#factor) {
      own.delete(oldest);
      oldest.drop();
    }
    return () => {
      own.delete(stream);
      if (own.size === 0 && this.#byPerson.get(stream.userId) === own) this.#byPerson.delete(stream.userId);
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#byAddress.set(address, left);
      else this.#byAddress.delete(address);
    };
  }
}
