import type { Spot } from '../surfaces/places.ts';
import type { SnapTo } from '../surfaces/snap.ts';
import { ComingClicks } from './coming-clicks.ts';
import { LatestWork } from './latest-work.ts';
import { Marks } from './marks.ts';
import { MeasureChanges } from './measure-changes.ts';
import type { MeasureKind } from './measure-kind.ts';
import { type ComingClick, shownScans, type ToolContext, type ViewerTool } from './tool.ts';
import { Watched } from './watched.ts';

/** One measure: the clicked points, and the result. */
export interface Measure<Value> {
  id: number;
  spots: readonly Spot[];
  /** Set once all points are there and it is computed. */
  value?: Value;
  /** It could not be computed. */
  isFailed?: boolean;
  /** Progress of the computation, 0 to 1. */
  progress?: number;
}

/** Millimetres within which a place of another version of a scan is the same: the repeatability of scanners. */
export const samePlace = 0.05;

/** CSS pixels within which a click snaps to a vertex or edge. */
const snapReach = 12;

const isSamePoint = (one: Spot | undefined, other: Spot): boolean =>
  one?.scan === other.scan && one.point.every((value, axis) => value === other.point[axis]);

/** Collects points on the scans and measures as soon as there are enough; the next point starts another measure. */
export class MeasuringTool<Value> implements ViewerTool {
  readonly cursor = 'crosshair';
  readonly context: ToolContext;
  /** The measures, oldest first; the last one may still lack points. */
  readonly measures = new Watched<readonly Measure<Value>[]>([]);
  readonly changes = new MeasureChanges();
  /** Target that clicks snap to. */
  readonly snapping = new Watched<SnapTo | null>(null);
  readonly #kind: MeasureKind<Value>;
  readonly #marks: Marks;
  readonly #unfollow: () => void;
  readonly #work = new LatestWork();
  #ids = 0;
  #seen: string;
  /** The queue of clicks that are being snapped, in their order. */
  #snapped: Promise<void> = Promise.resolve();
  readonly #coming = new ComingClicks();

  constructor(context: ToolContext, kind: MeasureKind<Value>) {
    this.context = context;
    this.#kind = kind;
    this.#marks = new Marks(context);
    this.#seen = this.#others();
    this.#unfollow = context.changes.subscribe(() => {
      this.#dropResized();
      this.#follow();
    });
  }

  get group() {
    return this.#marks.group;
  }

  pressed(click: ComingClick): void {
    this.#coming.add(click);
  }

  clicked(spot: Spot, click: ComingClick = { isWaiting: false }): void {
    const to = this.snapping.get();
    if (!to) {
      this.#take(spot);
      return;
    }
    const { pixelSize, removed } = this.context;
    const ask = { spot, to, reach: snapReach * pixelSize, removed };
    const asked = this.context.surfaces.ask('snap', ask).catch(() => spot);
    this.#coming.add(click);
    this.#snapped = this.#snapped.then(async () => {
      const snapped = await asked;
      if (!click.isWaiting) return;
      click.isWaiting = false;
      this.#take(snapped);
    });
  }

  #take(spot: Spot): void {
    // Another scan replaced this one between the click and its answer.
    if (this.context.successorOf(spot.scan) !== spot.scan) return;
    const measures = this.measures.get();
    const last = measures.at(-1);
    const open = last && last.spots.length < this.#kind.points ? last : undefined;
    // The second click of a double click.
    if (isSamePoint(open?.spots.at(-1), spot)) return;
    this.changes.clear();
    const measure = open ? { ...open, spots: [...open.spots, spot] } : { id: this.#ids++, spots: [spot] };
    const others = measures.filter((each) => each !== open);
    const gone = others.splice(0, Math.max(0, others.length - this.#kind.kept + 1));
    for (const { id } of gone) this.#work.stop(id);
    this.#set([...others, measure]);
    this.#go(measure);
  }

  undo(): boolean {
    if (this.#coming.dropLast()) return true;
    const last = this.measures.get().at(-1);
    if (!last) return false;
    this.#work.stop(last.id);
    const spots = last.spots.slice(0, -1);
    const others = this.measures.get().slice(0, -1);
    const rest = { id: last.id, spots };
    this.#set(spots.length > 0 ? [...others, rest] : others);
    if (spots.length > 0) this.#go(rest);
    return true;
  }

  remove(id: number): void {
    this.#work.stop(id);
    this.#set(this.measures.get().filter((measure) => measure.id !== id));
  }

  clear(): void {
    this.#coming.drop();
    this.changes.clear();
    for (const { id } of this.measures.get()) this.#work.stop(id);
    this.#set([]);
  }

  place(): void {
    this.#marks.place();
    // Scans are shown and hidden outside of the tool.
    if (this.#others() !== this.#seen) this.#follow();
  }

  dispose(): void {
    this.#coming.drop();
    this.#unfollow();
    this.#work.stopAll();
    this.#marks.dispose();
  }

  /** A key of the scans that the results depend on beside those clicked. */
  #others(): string {
    return this.#kind.seesOthers ? shownScans(this.context.scans()).join() : '';
  }

  async #compute({ id, spots }: Measure<Value>): Promise<void> {
    await this.#during(id, async (signal) => {
      const progress = (share: number) => this.#change(id, { progress: share });
      const value = this.#kind.work(spots, { context: this.context, signal, progress });
      const found = value instanceof Promise ? await value : value;
      if (!signal.aborted) this.#change(id, { value: found, isFailed: undefined, progress: undefined });
    });
  }

  /** Keeps measures on unchanged scans, looks the others up on the new ones, and repeats those that failed. */
  #follow(): void {
    this.#seen = this.#others();
    for (const measure of this.measures.get())
      if (this.#kind.seesOthers || measure.isFailed || !this.#stands(measure)) this.#go(measure);
  }

  /** Drops the measures on a scan that is now in another unit, and clicks that were looked up on it before. */
  #dropResized(): void {
    const { resized } = this.context.changes.get();
    if (resized === undefined) return;
    this.#coming.drop();
    for (const { id, spots } of this.measures.get()) {
      if (!spots.some(({ scan }) => this.context.successorOf(scan) === resized)) continue;
      if (spots.length === this.#kind.points) this.changes.note(id, { isLost: true });
      this.remove(id);
    }
  }

  /** Computes a measure that has all its points; those on a former scan are first looked up on the new one. */
  #go(measure: Measure<Value>): void {
    if (!this.#stands(measure)) void this.#carryOver(measure);
    else if (measure.spots.length === this.#kind.points) void this.#compute(measure);
  }

  #stands({ spots }: Measure<Value>): boolean {
    return spots.every(({ scan }) => this.context.successorOf(scan) === scan);
  }

  async #carryOver({ id, spots }: Measure<Value>): Promise<void> {
    // A value of the old scan must not be shown on the new one.
    this.#change(id, { value: undefined, isFailed: undefined, progress: 0 });
    await this.#during(id, async (signal) => {
      const found = await Promise.all(spots.map((spot) => this.#placeNow(spot, signal)));
      if (signal.aborted) return;
      const places = found.filter((spot) => spot !== null);
      const isLost = places.length < spots.length;
      // An unfinished measure is not reported as lost.
      if (spots.length === this.#kind.points) this.changes.note(id, { isLost });
      if (isLost) return this.remove(id);
      this.#change(id, { spots: places, progress: undefined });
      if (places.length === this.#kind.points) await this.#compute({ id, spots: places });
    });
  }

  /** A spot's place on the scan that replaced its own; null if it is not the same place. */
  async #placeNow(spot: Spot, signal: AbortSignal): Promise<Spot | null> {
    const scan = this.context.successorOf(spot.scan);
    if (scan === undefined || scan === spot.scan) return scan === undefined ? null : spot;
    const ask = { spot: { ...spot, scan }, reach: samePlace };
    return this.context.surfaces.ask('nearest', ask, { signal });
  }

  #during(id: number, task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.#work.begin(id, task, () =>
      this.#change(id, { value: undefined, isFailed: true, progress: undefined }),
    );
  }

  #change(id: number, change: Partial<Measure<Value>>): void {
    this.#set(this.measures.get().map((each) => (each.id === id ? { ...each, ...change } : each)));
  }

  #set(measures: readonly Measure<Value>[]): void {
    this.measures.set(measures);
    this.#marks.show(
      measures.map(({ spots, value }) => ({
        points: spots.map(({ point }) => point),
        ...(value === undefined ? { lines: [], labels: [] } : this.#kind.draw(value, spots, this.context)),
      })),
    );
  }
}
