import { coloursFor, type Scale } from '../maps/scale.ts';
import type { LayerId } from '../plan-scene.ts';
import { plain } from '../scan-models.ts';
import type { ScanId, Spot } from '../surfaces/places.ts';
import type { Label } from './labels.ts';
import type { ScanPart, ToolContext } from './tool.ts';
import { Watched } from './watched.ts';

const ground = '#212529';

/** Values per vertex of scans, drawn as colours and read out at a point. */
export class PaintedMap {
  /** Millimetres at the last point; null if the map has no value there. */
  readonly reading = new Watched<number | null | undefined>(undefined);
  readonly #context: ToolContext;
  readonly #label: Label;
  readonly #maps = new Map<ScanId, { layer: LayerId; values: Float32Array }>();
  #scale: Scale;
  #spot: Spot | undefined;
  #asked: Spot | undefined;

  constructor(context: ToolContext, scale: Scale) {
    this.#context = context;
    this.#scale = scale;
    this.#label = context.labels.add(ground);
  }

  show({ id, layer }: ScanPart, values: Float32Array): void {
    this.#maps.set(id, { layer, values });
    this.#paint(id);
    // The value that was read out is of the former map.
    if (this.#asked?.scan === id) void this.read(this.#asked);
  }

  valuesOf(scan: ScanId): Float32Array | undefined {
    return this.#maps.get(scan)?.values;
  }

  rescale(scale: Scale): void {
    this.#scale = scale;
    for (const id of this.#maps.keys()) this.#paint(id);
  }

  /** Reads out the value at a spot; null hides the reading. */
  async read(spot: Spot | null): Promise<void> {
    this.#asked = spot ?? undefined;
    const values = spot && this.#maps.get(spot.scan)?.values;
    if (!spot || !values) return this.#tell(undefined, undefined);
    const { scan, point } = spot;
    const found = await this.#context.surfaces.ask('corners', { scan, point }).catch(() => null);
    if (this.#asked !== spot) return;
    const value = found
      ? found.vertices.reduce((sum, v, k) => sum + weigh(values[v], found.weights[k]), 0)
      : NaN;
    this.#tell(spot, Number.isNaN(value) ? null : value);
  }

  place(): void {
    const value = this.reading.get();
    const at = value === undefined ? undefined : this.#spot?.point;
    this.#label.place(this.#context, at, () =>
      // In millimetres like the legend, whatever the unit of measures.
      typeof value === 'number' ? this.#context.formatLength(value, 'mm') : '–',
    );
  }

  /** Restores the scans' own colours. */
  clear(): void {
    for (const id of this.#maps.keys()) this.#context.paint(id, undefined);
    this.#maps.clear();
    this.#asked = undefined;
    this.#tell(undefined, undefined);
  }

  dispose(): void {
    this.clear();
    this.#label.remove();
  }

  #paint(id: ScanId): void {
    const map = this.#maps.get(id);
    if (map) this.#context.paint(id, coloursFor(map.values, this.#scale, plain[map.layer]));
  }

  #tell(spot: Spot | undefined, value: number | null | undefined): void {
    this.#spot = spot;
    this.reading.set(value);
    this.#context.draw();
  }
}

/** A corner with zero weight is ignored, because its value may be NaN. */
const weigh = (value = Number.NaN, weight = 0) => (Math.abs(weight) > 1e-6 ? value * weight : 0);
