import type { Box3, Object3D, Plane } from 'three';
import type { Jaw, LayerId } from '../plan-scene.ts';
import type { ScanId, Spot, Triple } from '../surfaces/places.ts';
import type { Surfaces } from '../surfaces/surfaces.ts';
import type { HalfSpace } from './cut.ts';
import type { Labels } from './labels.ts';
import type { Watched } from './watched.ts';

/** A scan as the tools know it. */
export interface ScanPart {
  id: ScanId;
  layer: LayerId;
  jaw?: Jaw;
  isShown: boolean;
  /** Another number is another surface. */
  surface: number;
}

/** What the viewer gives its tools. Points are in the frame of the scans, millimetres. */
export interface Workbench {
  readonly surfaces: Surfaces;
  /** The scans that are in the picture. */
  scans(): ScanPart[];
  /** The scan that stands in the place of one that was there; itself while it is there, undefined when nothing does. */
  heirOf(scan: ScanId): ScanId | undefined;
  /** Holds HTML above the canvas, which takes no clicks unless an element asks for them. */
  readonly overlay: HTMLElement;
  /** Words over the picture. */
  readonly labels: Labels;
  /** CSS pixels from the upper left of the canvas; undefined outside the depth that is drawn. */
  toScreen(point: Triple): { x: number; y: number } | undefined;
  /** Millimetres that one CSS pixel covers at the middle of the view. */
  readonly pixelSize: number;
  /** The line of sight through a point of the canvas; its direction has length 1. */
  rayAt(x: number, y: number): { origin: Triple; direction: Triple };
  /** The box around all scans. */
  bounds(): { min: Triple; max: Triple };
  /** Takes away what lies on one side of a plane, from sight and from clicks, or gives it back. */
  clip(half: HalfSpace | undefined): void;
  /** The plane that keeps what is not taken away, in the room that the camera stands in; for what a tool draws itself. */
  readonly cutAway: Watched<Plane | undefined>;
  /** A length given in millimetres, in the reader's language: in the unit that they chose, or in a fixed one. */
  formatLength(millimetres: number, fixed?: 'mm'): string;
  /** An angle given in degrees, in the reader's language. */
  formatAngle(degrees: number): string;
  /** Asks for a new picture. */
  draw(): void;
  /** Puts colours in the place of a scan's own (linear, 16 bit, for each vertex), or takes them back. */
  paint(scan: ScanId, colors: Uint16Array | undefined): void;
  /** Draws a scan at a share of its layer's opacity, or as its layer says again. */
  veil(scan: ScanId, share: number | undefined): void;
  boxOf(scan: ScanId): Box3 | undefined;
  /** Which way is looked now, and what is right on the screen then; of length 1. */
  sight(): { ahead: Triple; right: Triple };
  /** Where the head and the front of the patient are; of length 1. */
  patient(): { head: Triple; front: Triple };
  /** The spot in the middle of the view. */
  spotInMiddle(): Promise<Spot | null>;
  /** Counts up when a scan comes, goes, is moved to another layer or is another surface now. */
  readonly changes: Watched<number>;
}

/** What stands in these scans: another text where one came, went, was moved or is another surface now. */
export const standIn = (scans: readonly ScanPart[]): string =>
  JSON.stringify(scans.map(({ id, layer, surface }) => [id, layer, surface]));

/** Something that works on the scans: measures, sections, maps, pins. */
export interface ViewerTool {
  /** What it draws, in the frame of the scans. */
  readonly group?: Object3D;
  readonly cursor?: string;
  /** A click on a scan. Without it clicks are left to the other tools. */
  clicked?(spot: Spot): void;
  /** Takes the last point back; false where there is none, so that the tool is put down. */
  undo?(): boolean;
  /** The mouse rests on a scan, or on none any more; or another tool was given a click there. */
  pointed?(spot: Spot | null): void;
  /** Called before each picture: places what has a fixed size on the screen. */
  place?(): void;
  /** Gives everything back. */
  dispose(): void;
}

/** At the same time one tool measures (`hand`), one cuts (`cut`) and one colours (`look`); the first has the clicks. */
export const toolSlots = ['hand', 'cut', 'look'] as const;
export type ToolSlot = (typeof toolSlots)[number];
