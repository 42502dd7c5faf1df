import { Plane, Quaternion, Sphere, Vector3 } from 'three';
import { type Anatomy, firstSide, guessAnatomy, lookAt, type Side, sides } from './anatomy.ts';
import type { Projection } from './camera-rig.ts';
import { attachControls } from './controls.ts';
import { MarginLines } from './margin-lines.ts';
import { Motion } from './motion.ts';
import { pictureOf } from './picture.ts';
import type { Jaw, LayerId } from './plan-scene.ts';
import { followPointer } from './pointing.ts';
import type { PreparedMesh } from './prepare-mesh.ts';
import { type LayerLook, type ScanMesh, ScanModels } from './scan-models.ts';
import { Stage } from './stage.ts';
import type { ScanId, Spot } from './surfaces/places.ts';
import { Surfaces } from './surfaces/surfaces.ts';
import { Crosshair } from './tools/crosshair.ts';
import { type HalfSpace, keptPart } from './tools/cut.ts';
import type { ToolSlot, ViewerTool, Workbench } from './tools/tool.ts';
import { toolSupport } from './tools/tool-support.ts';
import { type Viewpoint, viewpointBetween } from './viewpoint.ts';

export interface ViewerOptions {
  projection: Projection;
  /** Whether the window is small, for the start distance. */
  isSmallScreen: boolean;
  /** Name of the canvas for people who do not see it. */
  label: string;
  /** Text of a length given in millimetres. */
  formatLength(millimetres: number): string;
  /** The graphics card has let go of the picture, or has it again. */
  onLost?(isLost: boolean): void;
  /** Text of an angle given in degrees. */
  formatAngle(degrees: number): string;
}

/** Which scan it is. */
export interface ScanPlace {
  id: ScanId;
  layer: LayerId;
  jaw?: Jaw;
}

/** A scan in the viewer. */
export interface Scan {
  /** Puts a finer surface in its place; view, layer and look stay as they are. */
  sharpen(mesh: PreparedMesh): void;
  remove(): void;
}

export interface Viewer {
  addScan(mesh: PreparedMesh, place: ScanPlace): Scan;
  /** Puts a scan into another layer and jaw; without that scan it does nothing. */
  moveScan(place: ScanPlace): void;
  /** Adds a closed margin line through the points (x y z, millimetres). */
  addMargin(id: number, points: Float32Array, jaw?: Jaw): void;
  /** Gives a margin line to another jaw. */
  moveMargin(id: number, jaw?: Jaw): void;
  /**
   * Centres all scans together, keeping their common frame, and shows them from the first side; the view stays
   * where it is once somebody has moved it.
   */
  frame(): void;
  resetView(): void;
  turnTo(side: Side): void;
  setLook(layer: LayerId, look: LayerLook): void;
  setMargins(jaw: Jaw, isShown: boolean): void;
  setSolid(isSolid: boolean): void;
  /** What tools work with. */
  readonly bench: Workbench;
  /** Gives a tool its slot, or empties it. The tool that was there is disposed of. */
  use(slot: ToolSlot, tool: ViewerTool | undefined): void;
  /** The spot of the scans that is seen at a point of the canvas, in CSS pixels from its upper left. */
  pick(x: number, y: number): Promise<Spot | null>;
  /** For each place whether a surface that is seen lies before it, or a section takes it away. */
  covered(places: readonly Pick<Spot, 'point' | 'normal'>[]): Promise<boolean[]>;
  /** Where it looks from now, in the frame of the scans. */
  readonly viewpoint: Viewpoint;
  /** Goes to a viewpoint, as near to it as the limits allow. */
  flyTo(viewpoint: Viewpoint): void;
  /** Called before each picture; returns what ends that. */
  onDraw(listener: () => void): () => void;
  /** Called when a finger or button rests on a scan for half a second; returns what ends that. */
  onHold(listener: (spot: Spot) => void): () => void;
  /** What is seen now with the marks above it, those within `above`, as PNG. */
  picture(above: ParentNode): Promise<Blob>;
  /** Comes nearer or goes further as if the wheel had been turned over the canvas. */
  passWheel(event: WheelEvent): void;
  setProjection(projection: Projection): void;
  /** Whether the view fills the window or lies in a page, which then scrolls on under wheel and finger. */
  setMaximised(isMaximised: boolean): void;
  /** Takes the keyboard. */
  focus(): void;
  /** The scans alone, as a PNG of 640 × 480 as they are seen first; null while there is no picture. */
  firstPicture(): Promise<Blob | null>;
  readonly hasColours: boolean;
  readonly memory: { geometries: number; textures: number };
  /** Gives everything back; what the graphics card still holds afterwards, which is nothing. */
  dispose(): { geometries: number; textures: number };
}

const turnTime = 260;
/** Says in the timeline of the page what the graphics card still holds when a viewer has closed. */
const closedMark = 'viewer-closed';
const flightTime = 620;
/** Millimetres by which a place is lifted off its surface, so that this does not lie before it. */
const lift = 0.3;

/**
 * Opens a viewer inside `container`, which gives it its size. Throws `WebGlUnavailable` where the
 * browser cannot draw.
 */
export function createViewer(container: HTMLElement, options: ViewerOptions): Viewer {
  const models = new ScanModels();
  const margins = new MarginLines();
  const surfaces = new Surfaces();
  const tools: Partial<Record<ToolSlot, ViewerTool>> = {};
  const scans: (Pick<PreparedMesh, 'sample' | 'opening'> & ScanPlace & { model: ScanMesh })[] = [];
  let anatomy: Anatomy = guessAnatomy([]);
  let clipped: HalfSpace | undefined;
  let isMoved = false;
  let isMaximised = false;

  const drawListeners = new Set<() => void>();
  const holdListeners = new Set<(spot: Spot) => void>();
  const stage = new Stage(container, {
    beforeDraw: () => {
      for (const tool of Object.values(tools)) tool.place?.();
      crosshair.place(Boolean(clickTool()));
      for (const listener of drawListeners) listener();
    },
    lost: (isLost) => options.onLost?.(isLost),
  });
  const { rig } = stage;
  const motion = new Motion(() => stage.draw());
  rig.projection = options.projection;
  stage.canvas.setAttribute('role', 'application');
  stage.canvas.setAttribute('aria-label', options.label);
  stage.content.add(models.group, margins.group);
  // Without a scan nobody could tell where a line is.
  margins.group.visible = false;
  stage.cube.setAnatomy(anatomy);
  const overlay = overlayIn(container);
  const crosshair = new Crosshair(stage.canvas, overlay, () => stage.draw());
  const clickTool = () => [tools.hand, tools.look].find((each) => each?.clicked);
  stage.warmUp(models);

  const support = toolSupport(stage, models, () => anatomy);
  const bench: Workbench = {
    surfaces,
    overlay,
    scans: () => scans.map(({ id, layer, jaw }) => ({ id, layer, jaw, isShown: models.isShown(layer) })),
    toScreen: (point) => stage.toScreen(point),
    get pixelSize() {
      return rig.pixelSize;
    },
    rayAt: (x, y) => stage.rayAt(x, y),
    bounds() {
      const { min, max } = models.box();
      return { min: min.toArray(), max: max.toArray() };
    },
    clip(half) {
      clipped = half;
      const plane = half && planeBefore(half).translate(stage.content.position);
      models.clip(plane);
      margins.clip(plane);
      stage.draw();
    },
    formatLength: options.formatLength,
    formatAngle: options.formatAngle,
    draw: () => stage.draw(),
    ...support,
    spotInMiddle: () => pick(stage.width / 2, stage.height / 2),
  };
  const seen = () =>
    bench
      .scans()
      .filter(({ isShown }) => isShown)
      .map(({ id }) => id);
  const pick = (x: number, y: number) => {
    const ray = stage.rayAt(x, y);
    return surfaces.ask('pick', { ...ray, ...keptPart(ray, clipped), scans: seen() });
  };

  const firstLook = () => {
    const sphere = models.box().getBoundingSphere(new Sphere());
    const jaws = new Set(scans.flatMap(({ jaw }) => (jaw ? [jaw] : [])));
    rig.frame(lookAt(firstSide(jaws), anatomy), Math.max(1, sphere.radius), options.isSmallScreen);
  };

  const resetView = () => {
    motion.stop();
    firstLook();
    stage.draw();
  };

  const turnTo = (side: Side) => {
    const from = rig.orientation.clone();
    const to = lookAt(side, anatomy);
    motion.start(turnTime, (share) =>
      rig.orientation.copy(new Quaternion().slerpQuaternions(from, to, share)),
    );
  };

  const flyTo = (to: Viewpoint) => {
    isMoved = true;
    const from = rig.viewpoint;
    const target = stage.fromScans(to.target);
    motion.start(flightTime, (share) => {
      rig.viewpoint = viewpointBetween(from, { ...to, target }, share);
    });
  };

  const covered: Viewer['covered'] = async (places) => {
    const sights = places.map(({ point, normal }) => {
      const [x, y, z] = point.map((part, axis) => part + lift * (normal[axis] ?? 0)) as [
        number,
        number,
        number,
      ];
      const sight = stage.sightOf([x, y, z]);
      return { ...sight, ...keptPart(sight, clipped) };
    });
    const hidden = await surfaces.ask('covered', { sights, scans: seen() });
    // A place that a section takes away is seen no more than one behind something.
    return sights.map(({ distance, near, far }, at) => hidden[at] || distance < near || distance > far);
  };

  const use = (slot: ToolSlot, tool: ViewerTool | undefined) => {
    const before = tools[slot];
    if (before?.group) stage.content.remove(before.group);
    before?.dispose();
    delete tools[slot];
    if (tool) tools[slot] = tool;
    if (tool?.group) stage.content.add(tool.group);
    stage.canvas.style.cursor = tools.hand?.cursor ?? tools.look?.cursor ?? '';
    stage.draw();
  };

  const clickAt = async (x: number, y: number) => {
    const tool = clickTool();
    const spot = tool && (await pick(x, y));
    // Meanwhile the tool may have been put down.
    if (spot && Object.values(tools).includes(tool)) tool.clicked?.(spot);
  };

  const unfollow = followPointer(stage.canvas, {
    isWanted: () => Object.values(tools).some((tool) => tool.pointed),
    pick,
    take: (spot) => {
      for (const tool of Object.values(tools)) tool.pointed?.(spot);
    },
  });

  const detach = attachControls(stage.canvas, rig, {
    changed: () => {
      isMoved = true;
      motion.stop();
      stage.draw();
    },
    clicked: (x, y) => {
      const side = stage.showsCube && stage.cube.sideAt(x, y, stage.width);
      if (side) turnTo(side);
      else void clickAt(x, y);
    },
    fillsWindow: () => isMaximised,
    held: async (x, y) => {
      if (holdListeners.size === 0 || clickTool()) return;
      const spot = await pick(x, y);
      if (spot) for (const listener of holdListeners) listener(spot);
    },
    key: (key) => {
      if (key === 'Enter' && clickTool()) {
        void clickAt(stage.width / 2, stage.height / 2);
        return true;
      }
      const side = sides.find((name) => name === key.toUpperCase());
      if (side) turnTo(side);
      else if (key === 'Home' || key === '0') resetView();
      else return false;
      return true;
    },
  });

  return {
    addScan(mesh, place) {
      const model = models.add(mesh, place.layer);
      model.userData.id = place.id;
      const scan = { sample: mesh.sample, opening: mesh.opening, ...place, model };
      scans.push(scan);
      surfaces.keep(place.id, mesh);
      support.changed();
      stage.draw();
      return {
        sharpen(finer) {
          models.replace(model, finer);
          surfaces.keep(place.id, finer);
          support.changed();
          stage.draw();
        },
        remove() {
          models.remove(model);
          scans.splice(scans.indexOf(scan), 1);
          surfaces.drop(place.id);
          support.changed();
          stage.draw();
        },
      };
    },
    moveScan({ id, layer, jaw }) {
      const scan = scans.find((each) => each.id === id);
      if (!scan || (scan.layer === layer && scan.jaw === jaw)) return;
      Object.assign(scan, { layer, jaw });
      models.move(scan.model, layer);
      anatomy = guessAnatomy(scans);
      stage.cube.setAnatomy(anatomy);
      stage.draw();
    },
    addMargin: (id, points, jaw) => margins.add(id, points, jaw),
    moveMargin(id, jaw) {
      margins.move(id, jaw);
      stage.draw();
    },
    frame() {
      anatomy = guessAnatomy(scans);
      stage.showsCube = true;
      margins.group.visible = true;
      stage.cube.setAnatomy(anatomy);
      const { center: centre, radius } = models.box().getBoundingSphere(new Sphere());
      if (isMoved) {
        rig.widen(centre.add(stage.content.position).length() + radius);
        return stage.draw();
      }
      stage.content.position.copy(centre).negate();
      resetView();
    },
    resetView,
    turnTo,
    setLook(layer, look) {
      models.setLook(layer, look);
      stage.draw();
    },
    setMargins(jaw, isShown) {
      margins.show(jaw, isShown);
      stage.draw();
    },
    setSolid(isSolid) {
      models.setSolid(isSolid);
      stage.draw();
    },
    bench,
    use,
    pick,
    covered,
    get viewpoint() {
      const { target, ...viewpoint } = rig.viewpoint;
      return { ...viewpoint, target: stage.toScans(target) };
    },
    flyTo,
    onDraw(listener) {
      drawListeners.add(listener);
      stage.draw();
      return () => drawListeners.delete(listener);
    },
    onHold(listener) {
      holdListeners.add(listener);
      return () => holdListeners.delete(listener);
    },
    picture(above) {
      stage.drawNow();
      return pictureOf(stage.canvas, above);
    },
    passWheel: (event) => void stage.canvas.dispatchEvent(new WheelEvent(event.type, event)),
    setProjection(projection) {
      rig.projection = projection;
      stage.draw();
    },
    setMaximised(next) {
      isMaximised = next;
      stage.canvas.style.touchAction = next ? 'none' : 'pan-y';
    },
    focus: () => stage.canvas.focus({ preventScroll: true }),
    firstPicture() {
      const before = rig.view;
      firstLook();
      rig.fill();
      const taken = stage.picture();
      rig.view = before;
      stage.drawNow();
      return taken;
    },
    get hasColours() {
      return models.hasColours;
    },
    get memory() {
      return stage.memory;
    },
    dispose() {
      motion.stop();
      detach();
      unfollow();
      use('hand', undefined);
      use('look', undefined);
      models.dispose();
      margins.dispose();
      crosshair.dispose();
      surfaces.dispose();
      overlay.remove();
      stage.dispose();
      performance.clearMarks(closedMark);
      performance.mark(closedMark, { detail: stage.memory });
      return stage.memory;
    },
  };
}

/** Keeps what the half space does not take away. */
function planeBefore({ origin, normal }: HalfSpace): Plane {
  const kept = new Vector3(...normal).negate();
  return new Plane().setFromNormalAndCoplanarPoint(kept, new Vector3(...origin));
}

function overlayIn(container: HTMLElement): HTMLElement {
  const overlay = document.createElement('div');
  overlay.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none';
  container.append(overlay);
  return overlay;
}
