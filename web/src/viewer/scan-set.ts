import type { SidedScan } from '@cusp/mesh/arch/patient-sides';
import type { PreparedMesh, Shape } from './prepare-mesh.ts';
import type { ScanMesh, ScanModels } from './scan-models.ts';
import type { ScanId } from './surfaces/places.ts';
import type { Surfaces } from './surfaces/surfaces.ts';
import type { ScanPart } from './tools/tool.ts';
import type { Scan, ScanPlace } from './viewer.types.ts';

interface Kept {
  /** Of the last level that told it. */
  shape: Shape;
  place: ScanPlace;
  /** Which surface it is. */
  surface: number;
  model: ScanMesh;
}

/** The scans in the picture: drawn by their models, found by their surfaces. */
export class ScanSet {
  readonly #models: ScanModels;
  readonly #surfaces: Pick<Surfaces, 'keep' | 'drop'>;
  readonly #changed: () => void;
  readonly #scans: Kept[] = [];
  readonly #heirs = new Map<ScanId, ScanId>();
  #count = 0;

  /** `changed` is called when a scan came, went, was moved or is another surface now. */
  constructor(models: ScanModels, surfaces: Pick<Surfaces, 'keep' | 'drop'>, changed: () => void) {
    this.#models = models;
    this.#surfaces = surfaces;
    this.#changed = changed;
  }

  /** What is told of the scans to those who work with them. */
  parts(): Omit<ScanPart, 'isShown'>[] {
    return this.#scans.map(({ place: { id, layer, jaw }, surface }) => ({ id, layer, jaw, surface }));
  }

  /** What tells where the patient's sides are. */
  get shapes(): SidedScan[] {
    return this.#scans.map(({ shape, place: { layer, jaw } }) => ({
      ...shape,
      jaw: layer === 'other' ? undefined : jaw,
      isShown: this.#models.isShown(layer),
    }));
  }

  /** Puts a scan into the picture, in the place of another one where that is there. */
  add(mesh: PreparedMesh, place: ScanPlace, inPlaceOf?: ScanId): Scan {
    const before = this.#scans.find((each) => each.place.id === inPlaceOf);
    const model = before?.model ?? this.#models.add(mesh, place.layer);
    if (before) {
      this.#models.handOver(model, place.id, mesh, place.layer);
      this.#surfaces.drop(before.place.id);
      this.#heirs.set(before.place.id, place.id);
    } else model.userData.id = place.id;
    const scan: Kept = { shape: mesh.shape ?? noShape, place, surface: this.#count++, model };
    const at = before ? this.#scans.indexOf(before) : this.#scans.length;
    this.#scans.splice(at, 1, scan);
    // A version that was gone may be back.
    this.#heirs.delete(place.id);
    this.#surfaces.keep(place.id, mesh);
    this.#changed();
    return {
      sharpen: (finer) => this.#sharpen(scan, finer),
      remove: () => this.#remove(scan),
    };
  }

  /** Puts a scan into another layer and jaw; without that scan it does nothing. */
  move(place: ScanPlace): void {
    const scan = this.#scans.find((each) => each.place.id === place.id);
    if (!scan || (scan.place.layer === place.layer && scan.place.jaw === place.jaw)) return;
    scan.place = place;
    this.#models.move(scan.model, place.layer);
    this.#changed();
  }

  /** The scan that stands in the place of one that was there; itself while it is there, undefined when nothing does. */
  heirOf(id: ScanId): ScanId | undefined {
    let heir: ScanId | undefined = id;
    while (heir !== undefined && !this.#scans.some(({ place }) => place.id === heir))
      heir = this.#heirs.get(heir);
    return heir;
  }

  #sharpen(scan: Kept, finer: PreparedMesh): void {
    if (!this.#scans.includes(scan)) return;
    Object.assign(scan, { shape: finer.shape ?? scan.shape, surface: this.#count++ });
    this.#models.replace(scan.model, finer);
    this.#surfaces.keep(scan.place.id, finer);
    this.#changed();
  }

  /** Does nothing where another one stands in its place already. */
  #remove(scan: Kept): void {
    if (!this.#scans.includes(scan)) return;
    this.#models.remove(scan.model);
    this.#scans.splice(this.#scans.indexOf(scan), 1);
    this.#surfaces.drop(scan.place.id);
    this.#changed();
  }
}

const noShape: Shape = { sample: new Float32Array() };
