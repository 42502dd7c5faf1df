import { Quaternion, Sphere } from 'three';
import { type Anatomy, firstSide, guessAnatomy, lookAt, type Side, sides } from './anatomy.ts';
import type { Projection } from './camera-rig.ts';
import { attachControls } from './controls.ts';
import { MarginLines } from './margin-lines.ts';
import type { Jaw, LayerId } from './plan-scene.ts';
import { followPointer } from './pointing.ts';
import type { PreparedMesh } from './prepare-mesh.ts';
import { type LayerLook, ScanModels } from './scan-models.ts';
import { Stage } from './stage.ts';
import type { ScanId, Spot } from './surfaces/places.ts';
import { Surfaces } from './surfaces/surfaces.ts';
import type { ToolSlot, ViewerTool, Workbench } from './tools/tool.ts';
import { toolSupport } from './tools/tool-support.ts';

export interface ViewerOptions {
  projection: Projection;
  /** Whether the window is small, for the start distance. */
  isSmallScreen: boolean;
  /** Name of the canvas for people who do not see it. */
  label: string;
  /** Text of a length given in millimetres. */
  formatLength(millimetres: number): string;
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
  /** Adds a closed margin line through the points (x y z, millimetres). */
  addMargin(points: Float32Array, jaw?: Jaw): void;
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
  setProjection(projection: Projection): void;
  /** Takes the keyboard. */
  focus(): void;
  readonly hasColours: boolean;
  readonly memory: { geometries: number; textures: number };
  /** Gives everything back; what the graphics card still holds afterwards, which is nothing. */
  dispose(): { geometries: number; textures: number };
}

const turnTime = 260;

/**
 * Opens a viewer inside `container`, which gives it its size. Throws `WebGlUnavailable` where the
 * browser cannot draw.
 */
export function createViewer(container: HTMLElement, options: ViewerOptions): Viewer {
  const models = new ScanModels();
  const margins = new MarginLines();
  const surfaces = new Surfaces();
  const tools: Partial<Record<ToolSlot, ViewerTool>> = {};
  const scans: (Pick<PreparedMesh, 'sample' | 'opening'> & ScanPlace)[] = [];
  let anatomy: Anatomy = guessAnatomy([]);
  let turning = 0;
  let isMoved = false;

  const stage = new Stage(container, () => {
    for (const tool of Object.values(tools)) tool.place?.();
  });
  const { rig } = stage;
  rig.projection = options.projection;
  stage.canvas.setAttribute('role', 'application');
  stage.canvas.setAttribute('aria-label', options.label);
  stage.content.add(models.group, margins.group);
  stage.cube.setAnatomy(anatomy);
  const overlay = overlayIn(container);
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
    formatLength: options.formatLength,
    draw: () => stage.draw(),
    ...support,
    spotInMiddle: () => pick(stage.width / 2, stage.height / 2),
  };
  const pick = (x: number, y: number) => {
    const seen = bench.scans().filter(({ isShown }) => isShown);
    return surfaces.ask('pick', { ...stage.rayAt(x, y), scans: seen.map(({ id }) => id) });
  };

  const resetView = () => {
    cancelAnimationFrame(turning);
    const sphere = models.box().getBoundingSphere(new Sphere());
    const jaws = new Set(scans.flatMap(({ jaw }) => (jaw ? [jaw] : [])));
    rig.frame(lookAt(firstSide(jaws), anatomy), Math.max(1, sphere.radius), options.isSmallScreen);
    stage.draw();
  };

  const turnTo = (side: Side) => {
    cancelAnimationFrame(turning);
    const from = rig.orientation.clone();
    const to = lookAt(side, anatomy);
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const start = performance.now();
    const step = (now: number) => {
      const t = isStill ? 1 : Math.min(1, Math.max(0, (now - start) / turnTime));
      rig.orientation.copy(new Quaternion().slerpQuaternions(from, to, t * t * (3 - 2 * t)));
      stage.draw();
      if (t < 1) turning = requestAnimationFrame(step);
    };
    turning = requestAnimationFrame(step);
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
    const tool = [tools.hand, tools.look].find((each) => each?.clicked);
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
      cancelAnimationFrame(turning);
      stage.draw();
    },
    clicked: (x, y) => {
      const side = stage.showsCube && stage.cube.sideAt(x, y, stage.width);
      if (side) turnTo(side);
      else void clickAt(x, y);
    },
    key: (key) => {
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
      const scan = { sample: mesh.sample, opening: mesh.opening, ...place };
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
    addMargin: (points, jaw) => margins.add(points, jaw),
    frame() {
      anatomy = guessAnatomy(scans);
      stage.showsCube = true;
      stage.cube.setAnatomy(anatomy);
      if (isMoved) return stage.draw();
      const centre = models.box().getBoundingSphere(new Sphere()).center;
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
    setProjection(projection) {
      rig.projection = projection;
      stage.draw();
    },
    focus: () => stage.canvas.focus({ preventScroll: true }),
    get hasColours() {
      return models.hasColours;
    },
    get memory() {
      return stage.memory;
    },
    dispose() {
      cancelAnimationFrame(turning);
      detach();
      unfollow();
      use('hand', undefined);
      use('look', undefined);
      models.dispose();
      margins.dispose();
      surfaces.dispose();
      overlay.remove();
      stage.dispose();
      return stage.memory;
    },
  };
}

function overlayIn(container: HTMLElement): HTMLElement {
  const overlay = document.createElement('div');
  overlay.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none';
  container.append(overlay);
  return overlay;
}
