import type { Orientation } from '@cusp/contract/orientation';
import type { Anatomy, Side } from './anatomy.ts';
import type { Projection } from './camera/camera-rig.ts';
import type { Viewpoint } from './camera/viewpoint.ts';
import type { Insets } from './insets.ts';
import type { PreparedMesh } from './loading/prepare-mesh.ts';
import type { Jaw, LayerId } from './plan-scene.ts';
import type { LayerAppearance } from './scan-models.ts';
import type { ScanId, Spot } from './surfaces/places.ts';
import type { ToolContext, ToolSlot, ViewerTool } from './tools/tool.ts';
import type { Watched } from './tools/watched.ts';

export interface ViewerOptions {
  projection: Projection;
  /** Accessible name of the canvas. */
  label: string;
  /** A picture in a page that the mouse can turn: without cube, letters and name, and outside the tab order. */
  isPicture?: boolean;
  /** Formats a length in millimetres, in the reader's unit or a fixed one. */
  formatLength(millimetres: number, fixed?: 'mm'): string;
  /** The WebGL context was lost, or is restored. */
  onLost?(isLost: boolean): void;
  /** Formats an angle in degrees. */
  formatAngle(degrees: number): string;
  /** Name of a jaw in the view. */
  nameOfJaw(jaw: Jaw): string;
}

/** Identity, layer and jaw of a scan. */
export interface ScanPlace {
  id: ScanId;
  layer: LayerId;
  jaw?: Jaw;
}

/** A scan that another one replaces. */
export interface ReplacedScan {
  id: ScanId;
  /** It is the same scan in another unit. */
  isResized: boolean;
}

/** A scan in the viewer. */
export interface Scan {
  /** Replaces its surface by a finer one; view, layer and appearance stay. */
  sharpen(mesh: PreparedMesh): void;
  remove(): void;
}

export interface Viewer {
  /** Adds a scan, in place of another one if that is present, whose memory is freed. */
  addScan(mesh: PreparedMesh, place: ScanPlace, inPlaceOf?: ReplacedScan): Scan;
  /**
   * Moves scans to other layers and jaws; removed ones are ignored. One call for all, because two jaws that swap places
   * one after the other would temporarily be the same jaw.
   */
  moveScans(places: readonly ScanPlace[]): void;
  /** Adds a closed margin line through the points (x y z, millimetres). */
  addMargin(id: number, points: Float32Array, jaw?: Jaw): void;
  removeMargin(id: number): void;
  /** Moves a margin line to another jaw. */
  moveMargin(id: number, jaw?: Jaw): void;
  /**
   * Centres all scans in their common frame and shows them from the first side. Does nothing once the user has moved
   * the view, or after `stay`.
   */
  frame(): void;
  /** Panels cover the edges of the view: scans and cube stay in the free area. */
  setInsets(insets: Insets): void;
  /** From now on the view is not moved automatically. */
  stay(): void;
  /**
   * Turns the scans a little to both sides, once; returns a function that ends it. Does nothing with reduced motion.
   */
  swing(): () => void;
  resetView(): void;
  /** How the patient's sides are known; only found or marked ones are labelled. */
  readonly sidesFrom: Watched<Anatomy['source']>;
  /** Sets the orientation marked by a person; it applies to the scans that it was marked on. */
  setMark(mark: Orientation | null): void;
  /** The current view as the patient's front, for all visible scans; undefined without any. */
  frontHere(): Orientation | undefined;
  /** Shows all visible scans from the current direction. */
  fit(): void;
  /** Shows all visible scans from a side of the patient; does nothing while the sides are not sure. */
  look(side: Side): void;
  setLayerAppearance(layer: LayerId, appearance: LayerAppearance): void;
  setMargins(jaw: Jaw, isShown: boolean): void;
  setSolid(isSolid: boolean): void;
  /** Restarts the worker that answers queries about the scans after it failed; failed measures are repeated. */
  restartSurfaces(): void;
  /** Environment of the tools. */
  readonly context: ToolContext;
  /** Sets or empties a slot. The previous tool is disposed. */
  use(slot: ToolSlot, tool: ViewerTool | undefined): void;
  /** The visible spot at a point of the canvas, in CSS pixels from the top left. */
  pick(x: number, y: number): Promise<Spot | null>;
  /** For each place whether a visible surface hides it. */
  occluded(places: readonly Pick<Spot, 'point' | 'normal'>[]): Promise<boolean[]>;
  /** The current view in the frame of the scans. */
  readonly viewpoint: Viewpoint;
  /** Moves to a viewpoint, as close to it as the limits allow. */
  flyTo(viewpoint: Viewpoint): void;
  /** Called before each frame; returns a function that removes the listener. */
  onDraw(listener: () => void): () => void;
  /** Called for a press of half a second on a scan; returns a function that removes the listener. */
  onHold(listener: (spot: Spot) => void): () => void;
  /** The current view with the marks inside `above`, as PNG. */
  picture(above: ParentNode): Promise<Blob>;
  /** Zooms as if the wheel had been turned over the canvas. */
  passWheel(event: WheelEvent): void;
  setProjection(projection: Projection): void;
  /** Whether the view fills the window or is part of a page, which then scrolls on wheel and touch. */
  setMaximised(isMaximised: boolean): void;
  /** Focuses the canvas. */
  focus(): void;
  /** The scans alone in the initial view, as a PNG of 640 × 480; null if there is no picture. */
  firstPicture(): Promise<Blob | null>;
  readonly hasColours: boolean;
  readonly memory: { geometries: number; textures: number };
  /** Frees everything; returns the GPU objects that are left, which should be none. */
  dispose(): { geometries: number; textures: number };
}
