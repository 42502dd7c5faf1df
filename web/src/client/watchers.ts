/** The parts of the page that follow a value outside React, for `useSyncExternalStore(watchers.subscribe, …)`. */
export class Watchers {
  readonly #all = new Set<() => void>();

  /** Returns a function that unsubscribes. */
  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#all.add(watcher);
    return () => this.#all.delete(watcher);
  };

  /** Call after the value has changed. */
  notify(): void {
    for (const watcher of this.#all) watcher();
  }
}
