import { Group, Vector3 } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { LayerId } from '../plan-scene.ts';
import type { Spot } from '../surfaces/places.ts';
import { inSpace } from '../surfaces/section-lines.ts';
import { ComingClicks } from './coming-clicks.ts';
import { type Cut, type CutMove, cutThrough, planeOf, type Sight, shiftRange, uprightCut } from './cut.ts';
import { Marks } from './marks.ts';
import { type Outline, outlinesOf } from './outline.ts';
import { type ComingClick, scansKey, shownScans, type ToolContext, type ViewerTool } from './tool.ts';
import { Watched } from './watched.ts';

/** The outline colour of each layer, visible on light and dark backgrounds. */
export const outlineColours: Record<LayerId, string> = {
  'upper-preop': '#37a155',
  'upper-jaw': '#e8590c',
  'upper-scanbody': '#8c5cf0',
  'lower-preop': '#5f9ea0',
  'lower-jaw': '#228be6',
  'lower-scanbody': '#d6409f',
  other: '#a3862b',
};

const unmoved: CutMove = { shift: 0, turn: 0, tilt: 0, isFlipped: false };

interface SectionState {
  move: CutMove;
  /** How far the plane can be shifted each way, in millimetres. */
  range: [least: number, most: number];
  /** Whether one side is removed. */
  isOpen: boolean;
  /** Number of cuts drawn; each starts with its own place and direction. */
  cuts: number;
}

/** The result of a cut. */
export interface DrawnSection {
  outlines: readonly Outline[];
  /** Identifies cut and viewing side, because each has its own drawing coordinates. */
  view: string;
  /** Key of the surfaces that could be cut, visible or not. */
  surfaces: string;
}

/** A plane through the scans with their outlines. Two clicks draw a new one in the viewing direction. */
export class SectionTool implements ViewerTool {
  readonly cursor = 'crosshair';
  readonly group = new Group();
  readonly context: ToolContext;
  readonly state: Watched<SectionState>;
  readonly drawn = new Watched<DrawnSection | undefined>(undefined);
  readonly #marks: Marks;
  readonly #lines: LineSegments2[] = [];
  /** Kept while the plane moves, because new ones would compile their shader programs each time. */
  readonly #materials = new Map<LayerId, LineMaterial>();
  readonly #unfollow: () => void;
  readonly #gone = new AbortController();
  readonly #coming = new ComingClicks();
  #cut: Cut;
  #clicked: Spot[] = [];
  #isAsked = false;
  #isStale = false;
  #seen = '';

  constructor(context: ToolContext) {
    this.context = context;
    this.#marks = new Marks(context);
    this.group.add(this.#marks.group);
    const { min, max } = context.bounds();
    const centre = new Vector3(...min).add(new Vector3(...max)).multiplyScalar(0.5);
    this.#cut = uprightCut(centre, this.#sightAt(centre));
    this.state = new Watched(this.#begin(0));
    this.#seen = shownScans(context.scans()).join();
    // Added, removed or replaced scans change the range of the plane.
    this.#unfollow = context.changes.subscribe(() => this.#follow());
    void this.#update();
  }

  pressed(click: ComingClick): void {
    this.#coming.add(click);
  }

  clicked(spot: Spot): void {
    this.#clicked = this.#clicked.length === 1 ? [...this.#clicked, spot] : [spot];
    const [a, b] = this.#clicked.map(({ point }) => new Vector3(...point));
    if (!a) return;
    const cut = b ? cutThrough(a, b, this.#sightAt(a.clone().lerp(b, 0.5))) : uprightCut(a, this.#sightAt(a));
    if (!cut) return;
    this.#cut = cut;
    const points = this.#clicked.map(({ point }) => point);
    this.#marks.show([{ points, lines: [], labels: [] }]);
    this.#set(this.#begin(this.state.get().cuts + 1));
  }

  undo(): boolean {
    if (this.#coming.dropLast()) return true;
    if (this.#clicked.length === 0) return false;
    this.#dropPoints();
    return true;
  }

  /** Moves or turns the plane, or views it from the other side. */
  move(change: Partial<CutMove>): void {
    const state = this.state.get();
    const move = { ...state.move, ...change };
    const [least, most] = shiftRange(this.#cut, move, this.context.bounds());
    move.shift = Math.min(most, Math.max(least, move.shift));
    this.#set({ ...state, move, range: [least, most] });
  }

  /** Removes what is in front of the plane, or restores it. */
  open(isOpen: boolean): void {
    this.#set({ ...this.state.get(), isOpen });
  }

  place(): void {
    this.#marks.place();
    // Scans are shown and hidden outside of the tool.
    const seen = shownScans(this.context.scans()).join();
    if (seen !== this.#seen) {
      this.#seen = seen;
      void this.#update();
    }
  }

  dispose(): void {
    this.#gone.abort();
    this.#unfollow();
    this.context.clip(undefined);
    this.#marks.dispose();
    this.#clearLines();
    for (const material of this.#materials.values()) material.dispose();
  }

  /** The plane stays; a pending point is dropped with its scan. */
  #follow(): void {
    const { resized } = this.context.changes.get();
    const isGone = ({ scan }: Spot) => scan === resized || this.context.successorOf(scan) !== scan;
    if (this.#clicked.some(isGone)) this.#dropPoints();
    this.move({});
  }

  #dropPoints(): void {
    this.#clicked = [];
    this.#marks.show([]);
  }

  #begin(cuts: number): SectionState {
    const isOpen = cuts > 0 && this.state.get().isOpen;
    return { move: unmoved, range: shiftRange(this.#cut, unmoved, this.context.bounds()), isOpen, cuts };
  }

  #set(state: SectionState): void {
    this.state.set(state);
    this.context.clip(state.isOpen ? planeOf(this.#cut, state.move) : undefined);
    void this.#update();
  }

  /** Requests the outlines of the current plane; during a request, only the latest state is queued. */
  async #update(): Promise<void> {
    this.#isStale = true;
    if (this.#isAsked) return;
    this.#isAsked = true;
    const { signal } = this.#gone;
    try {
      while (this.#isStale && !signal.aborted) {
        this.#isStale = false;
        const { move, cuts } = this.state.get();
        const plane = planeOf(this.#cut, move);
        const scans = this.context.scans();
        const layers = new Map(scans.map(({ id, layer }) => [id, layer]));
        const surfaces = scansKey(scans);
        const ask = { plane, scans: shownScans(scans) };
        const answer = await this.context.surfaces.ask('section', ask, { signal }).catch(() => null);
        if (signal.aborted) return;
        const outlines = answer ? outlinesOf(answer, layers) : [];
        this.#draw(outlines, plane);
        // Outlines of a former plane must not be measured as those of this one.
        if (!answer) this.drawn.set(undefined);
        else this.drawn.set({ outlines, view: `${cuts} ${move.isFlipped}`, surfaces });
      }
    } finally {
      this.#isAsked = false;
    }
  }

  #draw(outlines: readonly Outline[], plane: Parameters<typeof inSpace>[1]): void {
    this.#clearLines();
    for (const outline of outlines) {
      const geometry = new LineSegmentsGeometry().setPositions(inSpace(outline, plane));
      const line = new LineSegments2(geometry, this.#materialOf(outline.layer));
      line.position.set(...plane.origin);
      line.renderOrder = 9;
      this.#lines.push(line);
      this.group.add(line);
    }
    this.context.draw();
  }

  #materialOf(layer: LayerId): LineMaterial {
    const known = this.#materials.get(layer);
    if (known) return known;
    const color = outlineColours[layer];
    const material = new LineMaterial({ color, linewidth: 2.5, depthTest: false, transparent: true });
    this.#materials.set(layer, material);
    return material;
  }

  #clearLines(): void {
    for (const line of this.#lines.splice(0)) {
      line.geometry.dispose();
      this.group.remove(line);
    }
  }

  /** Right and depth at a place in the current view. */
  #sightAt(place: Vector3): Sight {
    const at = this.context.toScreen(place.toArray()) ?? { x: 0, y: 0 };
    const depth = new Vector3(...this.context.rayAt(at.x, at.y).direction).normalize();
    const beside = this.context.rayAt(at.x + 10, at.y);
    const [origin, direction] = [new Vector3(...beside.origin), new Vector3(...beside.direction)];
    const reach = place.clone().sub(origin).dot(depth) / direction.dot(depth);
    const right = origin.addScaledVector(direction, reach).sub(place).projectOnPlane(depth).normalize();
    return { right, depth };
  }
}
