import type { SidedScan } from '@cusp/mesh/arch/patient-sides';
import type { PreparedMesh, Shape } from './loading/prepare-mesh.ts';
import type { ScanMesh, ScanModels } from './scan-models.ts';
import type { ScanId } from './surfaces/places.ts';
import type { Surfaces } from './surfaces.ts';
import type { ScanPart, SceneChange } from './tools/tool.ts';
import type { ReplacedScan, Scan, ScanPlace } from './viewer.types.ts';

interface Kept {
  /** From the last level that included it. */
  shape: Shape;
  place: ScanPlace;
  /** Number of its current surface. */
  surface: number;
  model: ScanMesh;
}

/** The scans of the scene: their models for drawing and their surfaces for queries. */
export class ScanSet {
  readonly #models: ScanModels;
  readonly #surfaces: Pick<Surfaces, 'keep' | 'drop'>;
  readonly #changed: (change: SceneChange) => void;
  readonly #scans: Kept[] = [];
  readonly #successors = new Map<ScanId, ScanId>();
  #count = 0;

  /** `changed` is called when a scan is added, removed, moved or gets another surface. */
  constructor(
    models: ScanModels,
    surfaces: Pick<Surfaces, 'keep' | 'drop'>,
    changed: (change: SceneChange) => void,
  ) {
    this.#models = models;
    this.#surfaces = surfaces;
    this.#changed = changed;
  }

  /** The scans as tools see them. */
  parts(): Omit<ScanPart, 'isShown'>[] {
    return this.#scans.map(({ place: { id, layer, jaw }, surface }) => ({ id, layer, jaw, surface }));
  }

  /** The shapes from which the patient's sides are derived, in the same order however the scans were loaded. */
  get shapes(): SidedScan[] {
    const scans = [...this.#scans].sort((a, b) => rankOf(a) - rankOf(b) || a.place.id - b.place.id);
    return scans.map(({ shape, place: { layer, jaw } }) => ({
      ...shape,
      jaw: layer === 'other' ? undefined : jaw,
      isShown: this.#models.isShown(layer),
    }));
  }

  /** Adds a scan, in place of another one if that is present. */
  add(mesh: PreparedMesh, place: ScanPlace, inPlaceOf?: ReplacedScan): Scan {
    const before = this.#scans.find((each) => each.place.id === inPlaceOf?.id);
    const model = before?.model ?? this.#models.add(mesh, place.layer);
    if (before) {
      this.#models.handOver(model, place.id, mesh, place.layer);
      this.#surfaces.drop(before.place.id);
      this.#successors.set(before.place.id, place.id);
    } else model.userData.id = place.id;
    const scan: Kept = { shape: mesh.shape ?? noShape, place, surface: this.#count++, model };
    const at = before ? this.#scans.indexOf(before) : this.#scans.length;
    this.#scans.splice(at, 1, scan);
    // A removed version may return.
    this.#successors.delete(place.id);
    this.#surfaces.keep(place.id, mesh);
    this.#changed({ resized: before && inPlaceOf?.isResized ? place.id : undefined });
    return {
      sharpen: (finer) => this.#sharpen(scan, finer),
      remove: () => this.#remove(scan),
    };
  }

  /** Moves scans to other layers and jaws in one change; removed ones are ignored. */
  move(places: readonly ScanPlace[]): void {
    let isMoved = false;
    for (const place of places) {
      const scan = this.#scans.find((each) => each.place.id === place.id);
      if (!scan || (scan.place.layer === place.layer && scan.place.jaw === place.jaw)) continue;
      scan.place = place;
      this.#models.move(scan.model, place.layer);
      isMoved = true;
    }
    if (isMoved) this.#changed({});
  }

  /** The scan that now takes the place of a former one; itself while present, undefined if nothing does. */
  successorOf(id: ScanId): ScanId | undefined {
    let heir: ScanId | undefined = id;
    while (heir !== undefined && !this.#scans.some(({ place }) => place.id === heir))
      heir = this.#successors.get(heir);
    return heir;
  }

  #sharpen(scan: Kept, finer: PreparedMesh): void {
    if (!this.#scans.includes(scan)) return;
    Object.assign(scan, { shape: finer.shape ?? scan.shape, surface: this.#count++ });
    this.#models.replace(scan.model, finer);
    this.#surfaces.keep(scan.place.id, finer);
    this.#changed({});
  }

  /** Does nothing if another scan has already replaced it. */
  #remove(scan: Kept): void {
    if (!this.#scans.includes(scan)) return;
    this.#models.remove(scan.model);
    this.#scans.splice(this.#scans.indexOf(scan), 1);
    this.#surfaces.drop(scan.place.id);
    this.#changed({});
  }
}

/** Jaws first. */
const rankOf = ({ place: { layer } }: Kept): number => (layer.endsWith('-jaw') ? 0 : 1);

const noShape: Shape = { sample: new Float32Array() };
