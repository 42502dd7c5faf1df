import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshPhongMaterial } from 'three';
import type { PreparedMesh } from '../loading/prepare-mesh.ts';
import { deviationScale } from '../maps/scale.ts';
import type { Deviation } from '../surfaces/deviation.ts';
import type { ScanId, Spot } from '../surfaces/places.ts';
import { MapTool } from './map-tool.ts';
import { type ScanPart, scansKey, type ToolContext } from './tool.ts';
import { Watched } from './watched.ts';

/** Maximum distance in millimetres to the other scan. */
export const compareReach = 3;
/** Initial range of the colours in millimetres, both ways. */
const usualRange = 0.2;

/** How two versions are drawn: the map, the older one instead, or the older one over it, half transparent. */
type CompareView = 'map' | 'older' | 'both';

/** The scan to compare with: one that is shown, or a version to fetch. */
interface CompareWith {
  id: ScanId;
  fetch?(signal: AbortSignal, progress: (share: number) => void): Promise<PreparedMesh>;
}

/** The distance of a scan to another one in the same frame, as colours. The scans are not aligned first. */
export class CompareTool extends MapTool {
  readonly group = new Group();
  readonly range = new Watched(usualRange);
  readonly view = new Watched<CompareView>('map');
  readonly deviation = new Watched<Deviation | undefined>(undefined);
  readonly #uncut: () => void;
  #chosen: { scan: ScanId; other: CompareWith } | undefined;
  /** Key of the inputs of the current result. */
  #worked = '';
  #older: { id: ScanId; mesh: Mesh<BufferGeometry, MeshPhongMaterial> } | undefined;

  constructor(context: ToolContext) {
    super(context, deviationScale(usualRange));
    this.#uncut = context.cutAway.subscribe(() => this.#applyView());
  }

  get changes() {
    return this.context.changes;
  }

  scans(): ScanPart[] {
    return this.context.scans();
  }

  /** The scan that now takes the place of a former one. */
  successorOf(scan: ScanId): ScanId | undefined {
    return this.context.successorOf(scan);
  }

  /** Compares two scans; does nothing if they are already the current pair. */
  async compare(scan: ScanId, other: CompareWith): Promise<void> {
    if (this.#chosen?.scan === scan && this.#chosen.other.id === other.id) return;
    this.#clear();
    this.#chosen = { scan, other };
    await this.start();
  }

  async start(): Promise<void> {
    this.#worked = scansKey(this.#compared);
    this.map.clear();
    this.deviation.set(undefined);
    const { scan, other } = this.#chosen ?? {};
    const part = this.context.scans().find(({ id }) => id === scan);
    if (!part || !other) return this.work.dispose();
    await this.work.start(async ({ signal, progress }) => {
      if (other.fetch && this.#older?.id !== other.id) {
        const mesh = await other.fetch(signal, (share) => progress(share * fetching));
        signal.throwIfAborted();
        this.#keep(other.id, mesh);
      }
      const begun = other.fetch ? fetching : 0;
      const ask = { scan: part.id, to: [other.id], reach: compareReach, isBite: false };
      const { values } = await this.context.surfaces.ask('distances', ask, {
        signal,
        progress: (share) => progress(begun + share * (1 - begun)),
      });
      this.map.show(part, values);
      this.#applyView();
      this.deviation.set(await this.context.surfaces.ask('deviation', { scan: part.id, values }, { signal }));
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

  /** Those of the pair that are shown. */
  get #compared(): ScanPart[] {
    const { scan, other } = this.#chosen ?? {};
    return this.context.scans().filter(({ id }) => id === scan || id === other?.id);
  }

  /** Continues with the scan that replaces one of the pair, without fetching again. */
  protected override scansChanged(): void {
    if (!this.#chosen || this.#worked === scansKey(this.#compared)) return;
    const { resized } = this.context.changes.get();
    const { other } = this.#chosen;
    const scan = this.context.successorOf(this.#chosen.scan);
    const opposite = other.fetch ? other.id : this.context.successorOf(other.id);
    // A fetched version may be in the other unit too.
    const isResized = resized !== undefined && (resized === scan || resized === opposite);
    if (scan === undefined || opposite === undefined || scan === opposite || isResized) this.#clear();
    else this.#chosen = { scan, other: { ...other, id: opposite } };
    void this.start();
  }

  #clear(): void {
    this.map.clear();
    if (this.#chosen) this.context.setFade(this.#chosen.scan, undefined);
    this.#chosen = undefined;
    if (!this.#older) return;
    // If the newer version was deleted, the older one is shown as a scan.
    const isScan = this.context.scans().some(({ id }) => id === this.#older?.id);
    if (!isScan) this.context.surfaces.drop(this.#older.id);
    this.#older.mesh.geometry.dispose();
    this.#older.mesh.material.dispose();
    this.group.clear();
    this.#older = undefined;
  }

  #keep(id: ScanId, prepared: PreparedMesh): void {
    this.context.surfaces.keep(id, prepared);
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
    if (this.#chosen) this.context.setFade(this.#chosen.scan, view === 'older' ? 0 : undefined);
    if (this.#older) {
      const { mesh } = this.#older;
      mesh.visible = view !== 'map';
      mesh.material.transparent = view === 'both';
      mesh.material.opacity = view === 'both' ? 0.5 : 1;
      const plane = this.context.cutAway.get();
      mesh.material.clippingPlanes = plane ? [plane] : null;
      mesh.material.needsUpdate = true;
    }
    this.context.draw();
  }
}

/** Share of fetching a version in the progress. */
const fetching = 0.5;
