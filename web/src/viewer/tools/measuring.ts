import type { Spot } from '../surfaces/places.ts';
import { type Drawing, Marks } from './marks.ts';
import type { ViewerTool, Workbench } from './tool.ts';
import { Watched } from './watched.ts';

/** One measure: what was clicked for it, and what came out. */
export interface Measure<Value> {
  id: number;
  spots: readonly Spot[];
  /** Once all points are there and it is worked out. */
  value?: Value;
  /** It could not be worked out. */
  isFailed?: boolean;
  /** How far the work is, 0 to 1. */
  progress?: number;
}

/** How something is measured. */
export interface MeasureKind<Value> {
  /** How many points it takes. */
  points: number;
  /** How many measures stay when another is begun. */
  kept: number;
  work(spots: readonly Spot[], help: MeasureHelp): Value | Promise<Value>;
  draw(value: Value, spots: readonly Spot[], bench: Workbench): Pick<Drawing, 'lines' | 'labels'>;
}

export interface MeasureHelp {
  bench: Workbench;
  signal: AbortSignal;
  progress(share: number): void;
}

/** Takes points on the scans and measures as soon as there are enough; the next point begins another measure. */
export class MeasuringTool<Value> implements ViewerTool {
  readonly cursor = 'crosshair';
  readonly bench: Workbench;
  /** Those taken, oldest first; the last one may still lack points. */
  readonly measures = new Watched<readonly Measure<Value>[]>([]);
  readonly #kind: MeasureKind<Value>;
  readonly #marks: Marks;
  readonly #working = new Map<number, AbortController>();
  #ids = 0;

  constructor(bench: Workbench, kind: MeasureKind<Value>) {
    this.bench = bench;
    this.#kind = kind;
    this.#marks = new Marks(bench);
  }

  get group() {
    return this.#marks.group;
  }

  clicked(spot: Spot): void {
    const measures = this.measures.get();
    const last = measures.at(-1);
    const open = last && last.spots.length < this.#kind.points ? last : undefined;
    const measure = open ? { ...open, spots: [...open.spots, spot] } : { id: this.#ids++, spots: [spot] };
    const others = measures.filter((each) => each !== open);
    const gone = others.splice(0, Math.max(0, others.length - this.#kind.kept + 1));
    for (const { id } of gone) this.#stop(id);
    this.#set([...others, measure]);
    if (measure.spots.length === this.#kind.points) void this.#work(measure);
  }

  undo(): boolean {
    const last = this.measures.get().at(-1);
    if (!last) return false;
    this.#stop(last.id);
    const spots = last.spots.slice(0, -1);
    const others = this.measures.get().slice(0, -1);
    this.#set(spots.length > 0 ? [...others, { id: last.id, spots }] : others);
    return true;
  }

  remove(id: number): void {
    this.#stop(id);
    this.#set(this.measures.get().filter((measure) => measure.id !== id));
  }

  clear(): void {
    for (const { id } of this.measures.get()) this.#stop(id);
    this.#set([]);
  }

  place(): void {
    this.#marks.place();
  }

  dispose(): void {
    for (const id of [...this.#working.keys()]) this.#stop(id);
    this.#marks.dispose();
  }

  async #work({ id, spots }: Measure<Value>): Promise<void> {
    const work = new AbortController();
    this.#working.set(id, work);
    const { signal } = work;
    const progress = (share: number) => this.#change(id, { progress: share });
    try {
      const value = this.#kind.work(spots, { bench: this.bench, signal, progress });
      const found = value instanceof Promise ? await value : value;
      if (!signal.aborted) this.#change(id, { value: found, progress: undefined });
    } catch {
      if (!signal.aborted) this.#change(id, { isFailed: true, progress: undefined });
    } finally {
      if (this.#working.get(id) === work) this.#working.delete(id);
    }
  }

  #stop(id: number): void {
    this.#working.get(id)?.abort();
    this.#working.delete(id);
  }

  #change(id: number, change: Partial<Measure<Value>>): void {
    this.#set(this.measures.get().map((each) => (each.id === id ? { ...each, ...change } : each)));
  }

  #set(measures: readonly Measure<Value>[]): void {
    this.measures.set(measures);
    this.#marks.show(
      measures.map(({ spots, value }) => ({
        points: spots.map(({ point }) => point),
        ...(value === undefined ? { lines: [], labels: [] } : this.#kind.draw(value, spots, this.bench)),
      })),
    );
  }
}
