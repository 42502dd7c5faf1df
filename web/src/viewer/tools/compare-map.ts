import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshPhongMaterial } from 'three';
import { deviationScale } from '../maps/scale.ts';
import type { PreparedMesh } from '../prepare-mesh.ts';
import type { Deviation } from '../surfaces/deviation.ts';
import type { ScanId, Spot } from '../surfaces/places.ts';
import { MapTool } from './map-tool.ts';
import { type ScanPart, standIn, type Workbench } from './tool.ts';
import { Watched } from './watched.ts';

/** Millimetres up to which the other scan is looked for. */
export const compareReach = 3;
/** Millimetres either way that have the last colours at first. */
const usualRange = 0.2;

/** What is drawn of two versions: the map, the older one in its place, or the older one over it, half transparent. */
type CompareView = 'map' | 'older' | 'both';

/** What a scan is compared with: one in the picture, or a version that is fetched for it. */
interface CompareWith {
  id: ScanId;
  fetch?(signal: AbortSignal, progress: (share: number) => void): Promise<PreparedMesh>;
}

/** How far a scan is from another one in the same frame, in colours. Nothing is moved to fit. */
export class CompareTool extends MapTool {
  readonly group = new Group();
  readonly range = new Watched(usualRange);
  readonly view = new Watched<CompareView>('map');
  readonly deviation = new Watched<Deviation | undefined>(undefined);
  readonly #uncut: () => void;
  #chosen: { scan: ScanId; other: CompareWith } | undefined;
  /** What it was worked out for. */
  #worked = '';
  #older: { id: ScanId; mesh: Mesh<BufferGeometry, MeshPhongMaterial> } | undefined;

  constructor(bench: Workbench) {
    super(bench, deviationScale(usualRange));
    this.#uncut = bench.cutAway.subscribe(() => this.#applyView());
  }

  get changes() {
    return this.bench.changes;
  }

  scans(): ScanPart[] {
    return this.bench.scans();
  }

  /** The scan that stands in the place of one that was there. */
  heirOf(scan: ScanId): ScanId | undefined {
    return this.bench.heirOf(scan);
  }

  /** Compares two scans; the pair that it is at already is left as it is. */
  async compare(scan: ScanId, other: CompareWith): Promise<void> {
    if (this.#chosen?.scan === scan && this.#chosen.other.id === other.id) return;
    this.#clear();
    this.#chosen = { scan, other };
    await this.start();
  }

  async start(): Promise<void> {
    this.#worked = standIn(this.#compared);
    this.map.clear();
    this.deviation.set(undefined);
    const { scan, other } = this.#chosen ?? {};
    const part = this.bench.scans().find(({ id }) => id === scan);
    if (!part || !other) return this.work.dispose();
    await this.work.start(async ({ signal, progress }) => {
      if (other.fetch && this.#older?.id !== other.id) {
        const mesh = await other.fetch(signal, (share) => progress(share * fetching));
        signal.throwIfAborted();
        this.#keep(other.id, mesh);
      }
      const begun = other.fetch ? fetching : 0;
      const ask = { scan: part.id, to: [other.id], reach: compareReach, isBite: false };
      const { values } = await this.bench.surfaces.ask('distances', ask, {
        signal,
        progress: (share) => progress(begun + share * (1 - begun)),
      });
      this.map.show(part, values);
      this.#applyView();
      this.deviation.set(await this.bench.surfaces.ask('deviation', { scan: part.id, values }, { signal }));
    });
  }

  setRange(range: number): void {
    this.range.set(range);
    this.map.rescale(deviationScale(range));
  }

  setView(view: CompareView): void {
    this.view.set(view);
    this.#applyView();
    if (view === 'older') void this.map.read(null);
  }

  override pointed(spot: Spot | null): void {
    if (this.view.get() !== 'older') super.pointed(spot);
  }

  override dispose(): void {
    this.#uncut();
    this.work.dispose();
    this.#clear();
    super.dispose();
  }

  /** Those of the pair that are in the picture. */
  get #compared(): ScanPart[] {
    const { scan, other } = this.#chosen ?? {};
    return this.bench.scans().filter(({ id }) => id === scan || id === other?.id);
  }

  /** Goes on with what stands in the place of a scan; nothing is fetched again for that. */
  protected override scansChanged(): void {
    if (!this.#chosen || this.#worked === standIn(this.#compared)) return;
    const { other } = this.#chosen;
    const scan = this.bench.heirOf(this.#chosen.scan);
    const opposite = other.fetch ? other.id : this.bench.heirOf(other.id);
    if (scan === undefined || opposite === undefined || scan === opposite) this.#clear();
    else this.#chosen = { scan, other: { ...other, id: opposite } };
    void this.start();
  }

  #clear(): void {
    this.map.clear();
    if (this.#chosen) this.bench.veil(this.#chosen.scan, undefined);
    this.#chosen = undefined;
    if (!this.#older) return;
    // Where the newer version was deleted it is a scan of the picture now.
    const isScan = this.bench.scans().some(({ id }) => id === this.#older?.id);
    if (!isScan) this.bench.surfaces.drop(this.#older.id);
    this.#older.mesh.geometry.dispose();
    this.#older.mesh.material.dispose();
    this.group.clear();
    this.#older = undefined;
  }

  #keep(id: ScanId, prepared: PreparedMesh): void {
    this.bench.surfaces.keep(id, prepared);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(prepared.positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(prepared.normals, 3));
    geometry.setIndex(new BufferAttribute(prepared.indices, 1));
    const material = new MeshPhongMaterial({
      color: new Color('#a9b8c6'),
      side: DoubleSide,
      specular: 0x2a2a2a,
    });
    this.#older = { id, mesh: new Mesh(geometry, material) };
    this.group.add(this.#older.mesh);
    this.#applyView();
  }

  #applyView(): void {
    const view = this.#older ? this.view.get() : 'map';
    if (this.#chosen) this.bench.veil(this.#chosen.scan, view === 'older' ? 0 : undefined);
    if (this.#older) {
      const { mesh } = this.#older;
      mesh.visible = view !== 'map';
      mesh.material.transparent = view === 'both';
      mesh.material.opacity = view === 'both' ? 0.5 : 1;
      const plane = this.bench.cutAway.get();
      mesh.material.clippingPlanes = plane ? [plane] : null;
      mesh.material.needsUpdate = true;
    }
    this.bench.draw();
  }
}

/** The part of the work that fetching a version is, for the progress. */
const fetching = 0.5;
