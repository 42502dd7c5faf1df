/** Identifies a scan in the viewer by the id of its file. */
export type ScanId = number;

/** A point or direction in the frame of the scans, in millimetres. */
export type Triple = readonly [x: number, y: number, z: number];

/** A half space: the normal, a unit vector, points to the part that is removed. */
export interface HalfSpace {
  origin: Triple;
  normal: Triple;
}

/** A place on a scan. */
export interface Spot {
  scan: ScanId;
  point: Triple;
  /** Unit vector towards the eye. */
  normal: Triple;
}
