import { Quaternion, Vector3 } from 'three';
import type { Triple } from '../surfaces/places.ts';
import type { SectionPlane } from '../surfaces/section.ts';

/** A cut as it was drawn on the screen: through a place, along a line, into the depth. Directions of length 1. */
export interface Cut {
  through: Triple;
  /** Along the line of the cut. */
  line: Triple;
  /** Away from the eye, at right angles to the line. */
  depth: Triple;
  /** Whether the line runs upwards on the screen rather than across it. */
  isUpright: boolean;
}

/** How a cut was moved since. */
export interface CutMove {
  /** Millimetres along its normal. */
  shift: number;
  /** Degrees about the depth, and about the line. */
  turn: number;
  tilt: number;
  /** Whether it is looked at from its other side. */
  isFlipped: boolean;
}

/** A plane that keeps what lies on one side of it: the normal, of length 1, points to what is taken away. */
export interface HalfSpace {
  origin: Triple;
  normal: Triple;
}

/** What the eye sees around a place: what is to the right, and what is straight away from it. */
export interface Sight {
  right: Vector3;
  depth: Vector3;
}

/** The cut through one place, upright on the screen. */
export function uprightCut(place: Vector3, { right, depth }: Sight): Cut {
  const line = right.clone().cross(depth).normalize();
  return { through: place.toArray(), line: line.toArray(), depth: depth.toArray(), isUpright: true };
}

/** The cut along the line from one place to another as they are seen; undefined where they cover each other. */
export function cutThrough(a: Vector3, b: Vector3, { right, depth }: Sight): Cut | undefined {
  const line = b.clone().sub(a).projectOnPlane(depth);
  if (line.length() < 1e-6) return undefined;
  line.normalize();
  const up = right.clone().cross(depth).normalize();
  const isUpright = Math.abs(line.dot(up)) > Math.abs(line.dot(right));
  if (line.dot(isUpright ? up : right) < 0) line.negate();
  const through = a.clone().add(b).multiplyScalar(0.5);
  return { through: through.toArray(), line: line.toArray(), depth: depth.toArray(), isUpright };
}

/** The plane of a cut, its axes as somebody sees them who stands before it on the side that can be taken away. */
export function planeOf(cut: Cut, { shift, turn, tilt, isFlipped }: CutMove): SectionPlane & HalfSpace {
  const depth = new Vector3(...cut.depth);
  const turned = new Quaternion().setFromAxisAngle(depth, (turn * Math.PI) / 180);
  const line = new Vector3(...cut.line).applyQuaternion(turned);
  const tilted = new Quaternion().setFromAxisAngle(line, (tilt * Math.PI) / 180);
  const normal = line.clone().cross(depth).applyQuaternion(tilted).normalize();
  const origin = new Vector3(...cut.through).addScaledVector(normal, shift);
  if (isFlipped) normal.negate();
  const up = cut.isUpright ? line.clone() : normal.clone().cross(line).normalize();
  const right = up.clone().cross(normal).normalize();
  return { origin: origin.toArray(), normal: normal.toArray(), right: right.toArray(), up: up.toArray() };
}

/** How far a plane can be moved along its normal before it leaves a box. */
export function shiftRange(
  cut: Cut,
  move: CutMove,
  { min, max }: { min: Triple; max: Triple },
): [least: number, most: number] {
  const plane = planeOf(cut, { ...move, shift: 0, isFlipped: false });
  const heights = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    [0, 1, 2].reduce((sum, axis) => {
      const side = (corner >> axis) & 1 ? max : min;
      return sum + plane.normal[axis as 0] * (side[axis as 0] - plane.origin[axis as 0]);
    }, 0),
  );
  return [Math.min(...heights), Math.max(...heights)];
}

/** The part of a ray that lies in what a plane keeps, as distances from its origin. */
export function keptPart(
  { origin, direction }: { origin: Triple; direction: Triple },
  half: HalfSpace | undefined,
): { near: number; far: number } {
  const [near, far] = [0, Number.POSITIVE_INFINITY];
  if (!half) return { near, far };
  const normal = new Vector3(...half.normal);
  const height = new Vector3(...origin).sub(new Vector3(...half.origin)).dot(normal);
  const rise = new Vector3(...direction).dot(normal);
  if (rise === 0) return { near, far: height > 0 ? near : far };
  const at = Math.max(0, -height / rise);
  return rise > 0 ? { near, far: at } : { near: at, far };
}
