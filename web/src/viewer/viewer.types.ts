import type { Orientation } from '@cusp/contract/orientation';
import type { Anatomy, Side } from './anatomy.ts';
import type { Projection } from './camera-rig.ts';
import type { Insets } from './insets.ts';
import type { Jaw, LayerId } from './plan-scene.ts';
import type { PreparedMesh } from './prepare-mesh.ts';
import type { LayerLook } from './scan-models.ts';
import type { ScanId, Spot } from './surfaces/places.ts';
import type { ToolSlot, ViewerTool, Workbench } from './tools/tool.ts';
import type { Watched } from './tools/watched.ts';
import type { Viewpoint } from './viewpoint.ts';

export interface ViewerOptions {
  projection: Projection;
  /** Whether the window is small, for the start distance. */
  isSmallScreen: boolean;
  /** Name of the canvas for people who do not see it. */
  label: string;
  /** Text of a length given in millimetres: in the unit that the reader chose, or in a fixed one. */
  formatLength(millimetres: number, fixed?: 'mm'): string;
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
  /** Puts a scan into the picture; in place of another one, where that is there, whose memory is given back. */
  addScan(mesh: PreparedMesh, place: ScanPlace, inPlaceOf?: ScanId): Scan;
  /** Puts a scan into another layer and jaw; without that scan it does nothing. */
  moveScan(place: ScanPlace): void;
  /** Adds a closed margin line through the points (x y z, millimetres). */
  addMargin(id: number, points: Float32Array, jaw?: Jaw): void;
  removeMargin(id: number): void;
  /** Gives a margin line to another jaw. */
  moveMargin(id: number, jaw?: Jaw): void;
  /**
   * Centres all scans together, keeping their common frame, and shows them from the first side; the view stays
   * where it is once somebody has moved it, or after `stay`.
   */
  frame(): void;
  /** Something lies over the edges of the view: the scans and the cube keep to what is left free. */
  setInsets(insets: Insets): void;
  /** From now on the view stays where it is, whatever comes. */
  stay(): void;
  resetView(): void;
  /** How the patient's sides are known; only those found or marked are named. */
  readonly sidesFrom: Watched<Anatomy['source']>;
  /** Takes what a person marked; it counts for the scans that it was marked on. */
  setMark(mark: Orientation | null): void;
  /** A mark of the front as the scans are looked at now, on all that is shown; undefined without any. */
  frontHere(): Orientation | undefined;
  /** Shows all of the scans from the direction of the present view. */
  fit(): void;
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
  /** For each place whether a surface that is seen lies before it. */
  occluded(places: readonly Pick<Spot, 'point' | 'normal'>[]): Promise<boolean[]>;
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
