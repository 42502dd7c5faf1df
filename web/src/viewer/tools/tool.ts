import type { Box3, Object3D, Plane } from 'three';
import type { Jaw, LayerId } from '../plan-scene.ts';
import type { HalfSpace, ScanId, Spot, Triple } from '../surfaces/places.ts';
import type { Surfaces } from '../surfaces.ts';
import type { Labels } from './labels.ts';
import type { Watched } from './watched.ts';

/** A scan from the point of view of the tools. */
export interface ScanPart {
  id: ScanId;
  layer: LayerId;
  jaw?: Jaw;
  isShown: boolean;
  /** Changes with each new surface. */
  surface: number;
}

/** A scan was added, removed, moved to another layer or got another surface. */
export interface SceneChange {
  /** The scan whose unit was corrected: earlier positions on it are wrong. */
  resized?: ScanId | undefined;
}

/** The viewer's interface for its tools. Points are in the frame of the scans, in millimetres. */
export interface ToolContext {
  readonly surfaces: Surfaces;
  /** The scans of the scene. */
  scans(): ScanPart[];
  /** The scan that now takes the place of a former one; itself while present, undefined if nothing does. */
  successorOf(scan: ScanId): ScanId | undefined;
  /** Contains HTML above the canvas, which takes no clicks unless an element enables them. */
  readonly overlay: HTMLElement;
  /** Labels over the picture. */
  readonly labels: Labels;
  /** CSS pixels from the top left of the canvas; undefined outside of the drawn depth. */
  toScreen(point: Triple): { x: number; y: number } | undefined;
  /** Millimetres per CSS pixel at the centre of the view. */
  readonly pixelSize: number;
  /** The ray through a point of the canvas; its direction is a unit vector. */
  rayAt(x: number, y: number): { origin: Triple; direction: Triple };
  /** The bounding box of all scans. */
  bounds(): { min: Triple; max: Triple };
  /** Removes one side of a plane from view and from picking, or restores it. */
  clip(half: HalfSpace | undefined): void;
  /** The side that is removed now. */
  readonly removed: HalfSpace | undefined;
  /** The clipping plane in world coordinates, for what a tool draws itself. */
  readonly cutAway: Watched<Plane | undefined>;
  /** Formats a length in millimetres in the reader's language, in their unit or a fixed one. */
  formatLength(millimetres: number, fixed?: 'mm'): string;
  /** Formats an angle in degrees in the reader's language. */
  formatAngle(degrees: number): string;
  /** Requests a render. */
  draw(): void;
  /** Replaces a scan's colours (linear, 16 bit, per vertex), or restores them. */
  paint(scan: ScanId, colors: Uint16Array | undefined): void;
  /** Draws a scan at a share of its layer's opacity, or at the layer's own again. */
  setFade(scan: ScanId, share: number | undefined): void;
  boxOf(scan: ScanId): Box3 | undefined;
  /** Viewing direction and right on the screen, as unit vectors. */
  sight(): { ahead: Triple; right: Triple };
  /** The directions of the patient's head and front, as unit vectors. */
  patient(): { head: Triple; front: Triple };
  /** The spot at the centre of the view. */
  spotInMiddle(): Promise<Spot | null>;
  /** The latest change of the scene; a new object each time. */
  readonly changes: Watched<SceneChange>;
}

/** A key of these scans that changes when one is added, removed, moved or gets another surface. */
export const scansKey = (scans: readonly ScanPart[]): string =>
  JSON.stringify(scans.map(({ id, layer, surface }) => [id, layer, surface]));

export const shownScans = (scans: readonly ScanPart[]): ScanId[] =>
  scans.flatMap(({ id, isShown }) => (isShown ? id : []));

/** A click whose place on the scans is being looked up; a tool that no longer wants it sets `isWaiting` to false. */
export interface ComingClick {
  isWaiting: boolean;
}

/** Something that works on the scans: measures, sections, maps, pins. */
export interface ViewerTool {
  /** Objects that it draws, in the frame of the scans. */
  readonly group?: Object3D;
  readonly cursor?: string;
  /** A click begins; `clicked` follows if it hits a scan. */
  pressed?(click: ComingClick): void;
  /** Handles a click on a scan. Without it clicks go to the other tools. */
  clicked?(spot: Spot, click: ComingClick): void;
  /** Removes the last point; returns false if there is none, so that the tool is deactivated. */
  undo?(): boolean;
  /** The mouse is over a scan (null: over no scan any more), or another tool got a click there. */
  pointed?(spot: Spot | null): void;
  /** Called before each frame: positions what has a fixed size on the screen. */
  place?(): void;
  /** Frees everything. */
  dispose(): void;
}

/** One tool each can measure (`hand`), cut (`cut`) and colour (`look`) at the same time; the first has the clicks. */
export const toolSlots = ['hand', 'cut', 'look'] as const;
export type ToolSlot = (typeof toolSlots)[number];
