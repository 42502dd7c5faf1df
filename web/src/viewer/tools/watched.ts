/** An observable value for `useSyncExternalStore(watched.subscribe, watched.get)`. */
export class Watched<Value> {
  #value: Value;
  readonly #followers = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get = (): Value => this.#value;

  set(value: Value): void {
    this.#value = value;
    for (const follow of this.#followers) follow();
  }

  subscribe = (follow: () => void): (() => void) => {
    this.#followers.add(follow);
    return () => this.#followers.delete(follow);
  };
}
