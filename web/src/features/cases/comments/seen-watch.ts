/** How long a comment must be in view before it counts as seen. */
export const SEEN_AFTER_MS = 1000;
const LOOK_EVERY_MS = 250;

interface Visible {
  isVisible(): boolean;
  isInView(element: Element): boolean;
}

interface Watched {
  id: number;
  isNear: boolean;
  /** When it came into view, null while it is not. */
  since: number | null;
}

/**
 * Detects which watched comments were in view for an uninterrupted second of a visible document. It does no work while
 * none of them is near the window.
 */
export class SeenWatch {
  readonly #onSeen: (ids: readonly number[]) => void;
  readonly #page: Visible;
  readonly #observer: IntersectionObserver;
  readonly #watched = new Map<Element, Watched>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isOn = false;

  constructor(onSeen: (ids: readonly number[]) => void, page: Visible = PAGE) {
    this.#onSeen = onSeen;
    this.#page = page;
    this.#observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const watched = this.#watched.get(target);
        if (watched) watched.isNear = isIntersecting;
      }
      this.#run();
    });
  }

  /** Watches the element of a comment until the returned function is called. */
  watch(id: number, element: Element): () => void {
    this.#watched.set(element, { id, isNear: false, since: null });
    this.#observer.observe(element);
    return () => {
      this.#watched.delete(element);
      this.#observer.unobserve(element);
      this.#run();
    };
  }

  /** Turns the watch on or off; nothing counts as seen while it is off. */
  turn(isOn: boolean): void {
    this.#isOn = isOn;
    this.#run();
  }

  /** The report of these failed: they count again after a further time in view. */
  retry(ids: readonly number[], afterMs: number): void {
    for (const each of this.#watched.values())
      if (ids.includes(each.id)) each.since = Date.now() + afterMs - SEEN_AFTER_MS;
  }

  #run(): void {
    const isNeeded = this.#isOn && [...this.#watched.values()].some(({ isNear }) => isNear);
    if (isNeeded) this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS);
    else this.#stop();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const each of this.#watched.values()) each.since = null;
  }

  #look(): void {
    const now = Date.now();
    const isVisible = this.#page.isVisible();
    const seen = new Set<number>();
    for (const [element, each] of this.#watched) {
      if (!isVisible || !each.isNear || !this.#page.isInView(element)) each.since = null;
      else if (each.since === null) each.since = now;
      else if (now - each.since >= SEEN_AFTER_MS) {
        seen.add(each.id);
        each.since = Number.POSITIVE_INFINITY;
      }
    }
    if (seen.size > 0) this.#onSeen([...seen]);
  }
}

/**
 * Whether at least half of an element is in the window, or the element fills at least half of the window, and nothing
 * such as a dialog or the 3D view covers the middle of the visible part.
 */
function isInView(element: Element): boolean {
  const { left, right, top, bottom, height } = element.getBoundingClientRect();
  const begin = Math.max(top, 0);
  const end = Math.min(bottom, innerHeight);
  if (height === 0 || end - begin < Math.min(height, innerHeight) / 2) return false;
  const middle = document.elementFromPoint((left + right) / 2, (begin + end) / 2);
  return middle !== null && element.contains(middle);
}

const PAGE: Visible = { isVisible: () => document.visibilityState === 'visible', isInView };
