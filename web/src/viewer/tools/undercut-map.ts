import {
  Box3,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  Sphere,
  Vector3,
} from 'three';
import { undercutScale } from '../maps/scale.ts';
import { type LayerId, layerIds } from '../plan-scene.ts';
import type { Triple } from '../surfaces/places.ts';
import { MapTool } from './map-tool.ts';
import type { MapTurn } from './map-work.ts';
import { type ScanPart, scansKey, type ToolContext } from './tool.ts';
import { Watched } from './watched.ts';

/** A direction of insertion and the axes to fine-tune it about, as unit vectors. */
interface PathBase {
  ahead: Triple;
  right: Triple;
}

/** Degrees. */
interface Tilt {
  /** To the right, seen along the path. */
  side: number;
  /** Upwards, seen along the path. */
  up: number;
}

/** The path of a base turned by its tilt. */
export function pathOf({ ahead, right }: PathBase, { side, up }: Tilt): Triple {
  const across = new Vector3(...right);
  const over = across.clone().cross(new Vector3(...ahead));
  const turn = (axis: Vector3, degrees: number) =>
    new Quaternion().setFromAxisAngle(axis, (degrees * Math.PI) / 180);
  return new Vector3(...ahead)
    .applyQuaternion(turn(across, up))
    .applyQuaternion(turn(over, -side))
    .normalize()
    .toArray();
}

/** Maximum depth in millimetres that the tool distinguishes. */
const deepest = 2;
/** Initial depth in millimetres of the last colour. */
const usualDepth = 0.5;
/** Debounce in milliseconds before a path is computed, because a slider passes many. */
const pause = 120;

interface UndercutSettings {
  layer: LayerId | undefined;
  tilt: Tilt;
  /** Depth of the last colour in millimetres. */
  to: number;
}

/** The undercuts along a path of insertion, coloured by depth. */
export class UndercutTool extends MapTool {
  readonly settings: Watched<UndercutSettings>;
  /** Square millimetres. */
  readonly area = new Watched<number | undefined>(undefined);
  readonly #arrow = new PathArrow();
  #base: PathBase;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  /** Key of the inputs of the current result. */
  #worked = '';

  constructor(context: ToolContext) {
    super(context, undercutScale(usualDepth));
    const layer = this.layers[0];
    this.settings = new Watched<UndercutSettings>({ layer, tilt: { side: 0, up: 0 }, to: usualDepth });
    this.#base = this.#ontoTeeth(layer);
    void this.start();
  }

  get group() {
    return this.#arrow.group;
  }

  /** The layers to choose from, the jaws first. */
  get layers(): LayerId[] {
    const present = new Set(this.context.scans().map(({ layer }) => layer));
    return [...layerIds].sort((a, b) => rankOf(a) - rankOf(b)).filter((id) => present.has(id));
  }

  setLayer(layer: LayerId): void {
    this.#choose(layer);
  }

  /** Takes the current viewing direction as the path. */
  takeView(): void {
    this.#base = this.context.sight();
    this.settings.set({ ...this.settings.get(), tilt: { side: 0, up: 0 } });
    void this.start();
  }

  setTilt(tilt: Partial<Tilt>): void {
    const settings = this.settings.get();
    this.settings.set({ ...settings, tilt: { ...settings.tilt, ...tilt } });
    this.#showPath();
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.start(), pause);
  }

  setDepth(to: number): void {
    this.settings.set({ ...this.settings.get(), to });
    this.map.rescale(undercutScale(to));
  }

  async start(): Promise<void> {
    clearTimeout(this.#waiting);
    this.#worked = scansKey(this.#scans);
    this.area.set(undefined);
    this.#showPath();
    await this.work.start((turn) => this.#workOut(turn));
    // The colours of the former path would be taken for those of the path that the arrow shows.
    if (this.work.status.get().is === 'stopped' || this.work.status.get().is === 'failed') this.map.clear();
  }

  override dispose(): void {
    clearTimeout(this.#waiting);
    super.dispose();
    this.#arrow.dispose();
  }

  async #workOut({ signal, progress }: MapTurn): Promise<void> {
    const scans = this.#scans;
    if (scans.length === 0) return;
    let sum = 0;
    for (const [i, scan] of scans.entries()) {
      const ask = { scan: scan.id, path: this.#path.toArray(), deepest };
      const { values, area } = await this.context.surfaces.ask('undercut', ask, {
        signal,
        progress: (share) => progress((i + share) / scans.length),
      });
      this.map.show(scan, values);
      sum += area;
    }
    this.area.set(sum);
  }

  /** A scan of another layer only changes the choices. */
  protected override scansChanged(): void {
    const settings = this.settings.get();
    if (settings.layer && this.#worked === scansKey(this.#scans)) this.settings.set({ ...settings });
    else this.#choose(settings.layer);
  }

  /** A path for another layer starts anew, because upper and lower teeth are reached from opposite sides. */
  #choose(layer: LayerId | undefined): void {
    const { layers } = this;
    const settings = this.settings.get();
    // Without any scan the layer stays, so that the map returns with its scan.
    const chosen = layer && layers.includes(layer) ? layer : (layers[0] ?? layer);
    const isSame = chosen === settings.layer;
    if (!isSame) this.#base = this.#ontoTeeth(chosen);
    this.settings.set({ ...settings, layer: chosen, tilt: isSame ? settings.tilt : { side: 0, up: 0 } });
    this.map.clear();
    void this.start();
  }

  #showPath(): void {
    const box = new Box3();
    for (const { id } of this.#scans) box.union(this.context.boxOf(id) ?? new Box3());
    this.#arrow.group.visible = !box.isEmpty();
    if (!box.isEmpty()) this.#arrow.point(box, this.#path);
    this.context.draw();
  }

  get #path(): Vector3 {
    return new Vector3(...pathOf(this.#base, this.settings.get().tilt));
  }

  get #scans(): ScanPart[] {
    const { layer } = this.settings.get();
    return this.context.scans().filter((scan) => scan.layer === layer);
  }

  /** The initial path of a jaw: onto lower teeth from above, onto upper ones from below. */
  #ontoTeeth(layer: LayerId | undefined): PathBase {
    const { head, front } = this.context.patient();
    const up = new Vector3(...head);
    const ahead = layer?.startsWith('upper') ? up : up.clone().negate();
    return {
      ahead: ahead.toArray(),
      right: ahead
        .clone()
        .cross(new Vector3(...front))
        .toArray(),
    };
  }
}

const rankOf = (id: LayerId) => (id.endsWith('-jaw') ? 0 : id === 'other' ? 2 : 1);

/** Millimetres. */
const shape = { length: 14, head: 4, width: 0.5, headWidth: 1.6, gap: 3 };

/** Shows a path of insertion as an arrow that comes down onto the scan. */
class PathArrow {
  readonly group = new Group();
  readonly #material = new MeshBasicMaterial({ color: 0x1864ab, depthTest: false, transparent: true });
  readonly #shaft = new CylinderGeometry(shape.width, shape.width, shape.length, 16);
  readonly #head = new ConeGeometry(shape.headWidth, shape.head, 24);

  constructor() {
    // On top of everything, because the other jaw would hide it.
    this.group.renderOrder = 9;
    const shaft = new Mesh(this.#shaft, this.#material);
    const head = new Mesh(this.#head, this.#material);
    // Along y, with its tip at the origin.
    head.rotation.x = Math.PI;
    head.position.y = shape.head / 2;
    shaft.position.y = shape.head + shape.length / 2;
    this.group.add(head, shaft);
  }

  /** Places the tip in front of the box, seen along the path. */
  point(box: Box3, path: Vector3): void {
    const back = path.clone().negate();
    const { center, radius } = box.getBoundingSphere(new Sphere());
    const reach = Math.min(radius, farthest(box, center, back)) + shape.gap;
    this.group.position.copy(center).addScaledVector(back, reach);
    this.group.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), back));
  }

  dispose(): void {
    this.#shaft.dispose();
    this.#head.dispose();
    this.#material.dispose();
  }
}

/** The extent of the box from its centre in a direction. */
function farthest({ max }: Box3, centre: Vector3, direction: Vector3): number {
  const half = max.clone().sub(centre);
  return Math.abs(half.x * direction.x) + Math.abs(half.y * direction.y) + Math.abs(half.z * direction.z);
}
