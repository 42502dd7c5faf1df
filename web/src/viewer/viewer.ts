import { isSure, sides } from './anatomy.ts';
import { CameraNavigator } from './camera/camera-navigator.ts';
import { attachControls } from './camera/controls.ts';
import { MarginLines } from './margin-lines.ts';
import { pictureOf } from './picture.ts';
import { followPointer } from './pointing.ts';
import { ScanModels } from './scan-models.ts';
import { ScanSet } from './scan-set.ts';
import { SidesOfScans } from './sides/sides-of-scans.ts';
import { Stage } from './stage.ts';
import type { Spot } from './surfaces/places.ts';
import { Surfaces } from './surfaces.ts';
import { createToolContext } from './tool-context.ts';
import { ToolSlots } from './tool-slots.ts';
import type { Viewer, ViewerOptions } from './viewer.types.ts';

/** Performance mark with the GPU objects left when a viewer has closed. */
const closedMark = 'viewer-closed';

/** Opens a viewer inside `container`, which determines its size. Throws `WebGlUnavailable` without WebGL. */
export function createViewer(container: HTMLElement, options: ViewerOptions): Viewer {
  const models = new ScanModels();
  const margins = new MarginLines();
  const surfaces = new Surfaces();
  const scans = new ScanSet(models, surfaces, (change) => {
    // The tools ask for the patient's sides.
    patient.find();
    changed(change);
  });
  let isMaximised = false;
  let isFramed = false;

  const drawListeners = new Set<() => void>();
  const holdListeners = new Set<(spot: Spot) => void>();
  const stage = new Stage(container, {
    beforeDraw: () => {
      // Marks of others first, because the tools' labels avoid them.
      for (const listener of drawListeners) listener();
      patient.place();
      tools.place();
    },
    lost: (isLost) => options.onLost?.(isLost),
  });
  const { rig } = stage;
  rig.projection = options.projection;
  if (options.isPicture) {
    stage.canvas.tabIndex = -1;
    stage.canvas.setAttribute('role', 'presentation');
  } else {
    stage.canvas.setAttribute('role', 'application');
    stage.canvas.setAttribute('aria-label', options.label);
  }
  stage.content.add(models.group, margins.group);
  // Without a scan a margin line has no context.
  margins.group.visible = false;
  const overlay = overlayIn(container);
  overlay.hidden = options.isPicture ?? false;
  const patient = new SidesOfScans({
    stage,
    overlay,
    scans,
    nameOfJaw: options.nameOfJaw,
    // A finer level may correct the orientation, unless the user has moved the view.
    changed: () => {
      if (isFramed) navigator.frame();
    },
  });
  const navigator = new CameraNavigator(stage, {
    models,
    anatomy: () => patient.anatomy,
    jaws: () => new Set(scans.parts().flatMap(({ jaw }) => jaw ?? [])),
  });
  const { context, pick, occluded, changed } = createToolContext({
    stage,
    models,
    margins,
    surfaces,
    overlay,
    scans,
    anatomy: () => patient.anatomy,
    formatLength: options.formatLength,
    formatAngle: options.formatAngle,
  });
  const tools = new ToolSlots(stage, context, pick);
  // In a separate task, because the caller starts the downloads first.
  const warming = setTimeout(() => stage.warmUp(models));

  const unfollow = followPointer(stage.canvas, {
    isWanted: () => tools.followsPointer,
    pick,
    take: (spot) => tools.point(spot),
  });

  const detach = attachControls(stage.canvas, rig, {
    changed: () => navigator.moved(),
    clicked: (x, y) => {
      const side = stage.showsCube && stage.cube.sideAt(x, y, stage.width);
      if (side) navigator.turnTo(side);
      else void tools.click(x, y);
    },
    doubleClicked: async (x, y) => {
      // With an active tool these are two clicks of the tool.
      if (tools.takesClicks || (stage.showsCube && stage.cube.sideAt(x, y, stage.width))) return;
      const spot = await pick(x, y).catch(() => null);
      if (spot) navigator.pivot(spot.point);
      else navigator.fit();
    },
    fillsWindow: () => isMaximised,
    held: async (x, y) => {
      if (holdListeners.size === 0 || tools.takesClicks) return;
      const spot = await pick(x, y).catch(() => null);
      if (spot) for (const listener of holdListeners) listener(spot);
    },
    key: (key) => {
      if (key === 'Enter' && tools.takesClicks) {
        void tools.click(stage.middle.x, stage.middle.y);
        return true;
      }
      const side = sides.find((name) => name === key.toUpperCase());
      if (side) {
        // While the anatomy is unsure the sides are unknown.
        if (isSure(patient.anatomy)) navigator.turnTo(side);
      } else if (key === 'Home' || key === '0') navigator.reset();
      else if (key === 'z' || key === 'Z') navigator.fit();
      else return false;
      return true;
    },
  });

  return {
    addScan: (mesh, place, inPlaceOf) => scans.add(mesh, place, inPlaceOf),
    moveScans: (places) => scans.move(places),
    addMargin(id, points, jaw) {
      margins.add(id, points, jaw);
      stage.draw();
    },
    removeMargin(id) {
      margins.remove(id);
      stage.draw();
    },
    moveMargin(id, jaw) {
      margins.move(id, jaw);
      stage.draw();
    },
    frame() {
      isFramed = true;
      stage.showsCube = !options.isPicture;
      margins.group.visible = true;
      navigator.frame();
    },
    setInsets: (insets) => stage.setInsets(insets),
    stay: () => navigator.stay(),
    swing: () => navigator.swing(),
    resetView: () => navigator.reset(),
    fit: () => navigator.fit(),
    look(side) {
      if (isSure(patient.anatomy)) navigator.look(side);
    },
    setLayerAppearance(layer, appearance) {
      const wasShown = models.isShown(layer);
      models.setLayerAppearance(layer, appearance);
      if (models.isShown(layer) !== wasShown) patient.find();
      stage.draw();
    },
    sidesFrom: patient.from,
    setMark(mark) {
      patient.mark = mark;
    },
    frontHere: () => patient.frontHere(),
    setMargins(jaw, isShown) {
      margins.show(jaw, isShown);
      stage.draw();
    },
    setSolid(isSolid) {
      models.setSolid(isSolid);
      stage.draw();
    },
    restartSurfaces() {
      surfaces.restart();
      changed({});
      stage.draw();
    },
    context,
    use: (slot, tool) => tools.use(slot, tool),
    pick,
    occluded,
    get viewpoint() {
      return navigator.viewpoint;
    },
    flyTo: (viewpoint) => navigator.flyTo(viewpoint),
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
    firstPicture: () => navigator.firstPicture(),
    get hasColours() {
      return models.hasColours;
    },
    get memory() {
      return stage.memory;
    },
    dispose() {
      clearTimeout(warming);
      navigator.dispose();
      detach();
      unfollow();
      tools.dispose();
      models.dispose();
      margins.dispose();
      surfaces.dispose();
      overlay.remove();
      stage.dispose();
      performance.clearMarks(closedMark);
      performance.mark(closedMark, { detail: stage.memory });
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
