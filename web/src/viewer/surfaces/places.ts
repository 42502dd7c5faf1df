/** Names a scan in the viewer: the id of its file. */
export type ScanId = number;

/** A point or direction in the frame of the scans; millimetres. */
export type Triple = readonly [x: number, y: number, z: number];

/** A place on a scan. */
export interface Spot {
  scan: ScanId;
  point: Triple;
  /** Of length 1, towards where it was looked at from. */
  normal: Triple;
}
