import { Plane, Vector3 } from 'three';
import type { Anatomy } from './anatomy.ts';
import type { MarginLines } from './margin-lines.ts';
import type { ScanModels } from './scan-models.ts';
import type { ScanSet } from './scan-set.ts';
import type { Stage } from './stage.ts';
import type { HalfSpace, Spot, Triple } from './surfaces/places.ts';
import { keptPart } from './tools/cut.ts';
import { Labels } from './tools/labels.ts';
import { type SceneChange, shownScans, type ToolContext } from './tools/tool.ts';
import { Watched } from './tools/watched.ts';

type Given = Pick<ToolContext, 'surfaces' | 'overlay' | 'formatLength' | 'formatAngle'>;

interface ToolContextParts extends Given {
  stage: Stage;
  models: ScanModels;
  margins: MarginLines;
  scans: ScanSet;
  anatomy(): Anatomy;
}

/** Millimetres by which a place is lifted off its surface, so that its own surface does not hide it. */
const lift = 0.3;

/** The environment of the tools, and the queries about the scans in the current view. */
export function createToolContext({ stage, models, margins, scans, anatomy, ...given }: ToolContextParts) {
  const changes = new Watched<SceneChange>({});
  const cutAway = new Watched<Plane | undefined>(undefined);
  let clipped: HalfSpace | undefined;

  const inShownLayers = () => scans.parts().map((scan) => ({ ...scan, isShown: models.isShown(scan.layer) }));
  const parts = () =>
    inShownLayers().map((scan) => ({ ...scan, isShown: scan.isShown && !models.isFadedOut(scan.id) }));
  /** Scans that are faded out still stop rays, because another version is drawn in their place. */
  const seen = () => shownScans(inShownLayers());
  const onScreen = (x: number, y: number, z: number): Triple =>
    new Vector3(x, y, z).applyQuaternion(stage.rig.orientation).toArray();

  /** The visible spot at a point of the canvas, in CSS pixels from the top left. */
  const pick = async (x: number, y: number) => {
    const ray = stage.rayAt(x, y);
    const spot = await given.surfaces.ask('pick', { ...ray, ...keptPart(ray, clipped), scans: seen() });
    // A point on a hidden part would be measured wrongly.
    return spot && models.isFadedOut(spot.scan) ? null : spot;
  };

  /** For each place whether a visible surface hides it, or it is itself clipped away. */
  const occluded = (places: readonly Pick<Spot, 'point' | 'normal'>[]) => {
    const sights = places.map(({ point, normal }) => {
      const [x, y, z] = [0, 1, 2].map((axis) => lifted(point, normal, axis as 0)) as [number, number, number];
      const sight = stage.sightOf([x, y, z]);
      return { ...sight, ...keptPart(sight, clipped) };
    });
    return given.surfaces.ask('occluded', { sights, scans: seen() });
  };

  const context: ToolContext = {
    ...given,
    changes,
    cutAway,
    labels: new Labels(given.overlay),
    scans: parts,
    successorOf: (scan) => scans.successorOf(scan),
    toScreen: (point) => stage.toScreen(point),
    get pixelSize() {
      return stage.rig.pixelSize;
    },
    rayAt: (x, y) => stage.rayAt(x, y),
    bounds() {
      const { min, max } = models.box();
      return { min: min.toArray(), max: max.toArray() };
    },
    boxOf: (scan) => models.boxOf(scan),
    clip(half) {
      clipped = half;
      const plane = half && planeBefore(half).translate(stage.content.position);
      models.clip(plane);
      margins.clip(plane);
      cutAway.set(plane);
      stage.draw();
    },
    get removed() {
      return clipped;
    },
    paint(scan, colors) {
      models.paint(scan, colors);
      stage.draw();
    },
    setFade(scan, share) {
      models.setFade(scan, share);
      stage.draw();
    },
    sight: () => ({ ahead: onScreen(0, 0, -1), right: onScreen(1, 0, 0) }),
    patient: () => ({ head: anatomy().head.toArray(), front: anatomy().front.toArray() }),
    spotInMiddle: () => pick(stage.middle.x, stage.middle.y),
    draw: () => stage.draw(),
  };
  return {
    context,
    pick,
    occluded,
    /** Notifies the tools of a change of the scene. */
    changed: (change: SceneChange) => changes.set(change),
  };
}

const lifted = (point: Triple, normal: Triple, axis: 0 | 1 | 2) => point[axis] + lift * normal[axis];

/** The clipping plane that keeps what the half space does not remove. */
function planeBefore({ origin, normal }: HalfSpace): Plane {
  const kept = new Vector3(...normal).negate();
  return new Plane().setFromNormalAndCoplanarPoint(kept, new Vector3(...origin));
}
