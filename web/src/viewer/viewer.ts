import { Quaternion, Sphere } from 'three';
import { type Anatomy, firstSide, guessAnatomy, lookAt, type Side, sides } from './anatomy.ts';
import type { Projection } from './camera-rig.ts';
import { attachControls } from './controls.ts';
import { MarginLines } from './margin-lines.ts';
import { Measuring } from './measuring.ts';
import type { Jaw, LayerId } from './plan-scene.ts';
import type { PreparedMesh } from './prepare-mesh.ts';
import { type LayerLook, ScanModels } from './scan-models.ts';
import { Stage } from './stage.ts';

export interface ViewerOptions {
  projection: Projection;
  /** Whether the window is small, for the start distance. */
  isSmallScreen: boolean;
  /** Name of the canvas for people who do not see it. */
  label: string;
  /** Text of a distance given in millimetres. */
  formatDistance(millimetres: number): string;
  /** Called when the measured distance changes; undefined when there is none. */
  onMeasure?(millimetres: number | undefined): void;
}

/** A scan in the viewer. */
export interface Scan {
  /** Puts a finer surface in its place; view, layer and look stay as they are. */
  sharpen(mesh: PreparedMesh): void;
  remove(): void;
}

export interface Viewer {
  addScan(mesh: PreparedMesh, layer: LayerId, jaw?: Jaw): Scan;
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
  setMeasuring(isMeasuring: boolean): void;
  setProjection(projection: Projection): void;
  /** Whether the view fills the window or lies in a page, which then scrolls on under wheel and finger. */
  setMaximised(isMaximised: boolean): void;
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
  const measuring = new Measuring();
  const label = distanceLabel();
  const scans: { sample: PreparedMesh['sample']; opening: PreparedMesh['opening']; jaw?: Jaw }[] = [];
  let anatomy: Anatomy = guessAnatomy([]);
  let isMeasuring = false;
  let turning = 0;
  let isMoved = false;
  let isMaximised = false;

  const stage = new Stage(container, () => {
    measuring.scaleTo(stage.rig.pixelSize);
    placeLabel(label, measuring, stage, options);
  });
  const { rig } = stage;
  rig.projection = options.projection;
  stage.canvas.setAttribute('role', 'application');
  stage.canvas.setAttribute('aria-label', options.label);
  stage.content.add(models.group, margins.group, measuring.group);
  stage.cube.setAnatomy(anatomy);
  container.append(label);
  stage.warmUp(models);

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

  const measured = () => {
    options.onMeasure?.(measuring.distance);
    stage.draw();
  };

  const detach = attachControls(stage.canvas, rig, {
    changed: () => {
      isMoved = true;
      cancelAnimationFrame(turning);
      stage.draw();
    },
    clicked: (x, y) => {
      const side = stage.showsCube && stage.cube.sideAt(x, y, stage.width);
      if (side) return turnTo(side);
      const spot = isMeasuring ? stage.pick(x, y, models) : undefined;
      if (!spot) return;
      measuring.add(spot);
      measured();
    },
    fillsWindow: () => isMaximised,
    key: (key) => {
      const side = sides.find((name) => name === key.toUpperCase());
      if (side) turnTo(side);
      else if (key === 'Home' || key === '0') resetView();
      else return false;
      return true;
    },
  });

  return {
    addScan(mesh, layer, jaw) {
      const model = models.add(mesh, layer);
      const scan = { sample: mesh.sample, opening: mesh.opening, jaw };
      scans.push(scan);
      stage.draw();
      return {
        sharpen(finer) {
          models.replace(model, finer);
          stage.draw();
        },
        remove() {
          models.remove(model);
          scans.splice(scans.indexOf(scan), 1);
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
    setMeasuring(next) {
      isMeasuring = next;
      stage.canvas.style.cursor = next ? 'crosshair' : '';
      if (!next) measuring.clear();
      measured();
    },
    setProjection(projection) {
      rig.projection = projection;
      stage.draw();
    },
    setMaximised(next) {
      isMaximised = next;
      stage.canvas.style.touchAction = next ? 'none' : 'pan-y';
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
      models.dispose();
      margins.dispose();
      measuring.dispose();
      label.remove();
      stage.dispose();
      return stage.memory;
    },
  };
}

function distanceLabel(): HTMLElement {
  const label = document.createElement('output');
  label.hidden = true;
  label.style.cssText =
    'position:absolute;left:0;top:0;padding:2px 8px;border-radius:8px;background:#d9480f;color:#fff;' +
    'font-weight:600;font-size:13px;line-height:20px;font-variant-numeric:tabular-nums;' +
    'pointer-events:none;white-space:nowrap';
  return label;
}

function placeLabel(label: HTMLElement, measuring: Measuring, stage: Stage, options: ViewerOptions): void {
  const at = measuring.labelAt(stage.rig.camera);
  const { distance } = measuring;
  label.hidden = !at || distance === undefined;
  if (!at || distance === undefined) return;
  label.textContent = options.formatDistance(distance);
  const x = ((at.x + 1) / 2) * stage.width;
  const y = ((1 - at.y) / 2) * stage.height;
  label.style.transform = `translate(${x}px, ${y}px) translate(-50%, -150%)`;
}
