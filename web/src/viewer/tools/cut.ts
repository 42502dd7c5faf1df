import { Quaternion, Vector3 } from 'three';
import type { HalfSpace, Triple } from '../surfaces/places.ts';
import type { SectionPlane } from '../surfaces/section.ts';

/**
 * A cut as drawn on the screen: through a place, along a line, in the viewing direction. All directions are unit
 * vectors.
 */
export interface Cut {
  through: Triple;
  /** Along the line of the cut. */
  line: Triple;
  /** Away from the eye, at right angles to the line. */
  depth: Triple;
  /** Whether the line is rather vertical on the screen. */
  isUpright: boolean;
}

/** How a cut was moved since it was drawn. */
export interface CutMove {
  /** Millimetres along its normal. */
  shift: number;
  /** Degrees about the depth, and about the line. */
  turn: number;
  tilt: number;
  /** Whether it is viewed from its other side. */
  isFlipped: boolean;
}

/** Screen directions at a place: right, and away from the eye. */
export interface Sight {
  right: Vector3;
  depth: Vector3;
}

/** The cut through one place, vertical on the screen. */
export function uprightCut(place: Vector3, { right, depth }: Sight): Cut {
  const line = right.clone().cross(depth).normalize();
  return { through: place.toArray(), line: line.toArray(), depth: depth.toArray(), isUpright: true };
}

/** The cut along the line between two places on the screen; undefined if one is behind the other. */
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

/** The plane of a cut, with its axes as seen from the side that can be removed. */
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

/** How far a plane can be shifted along its normal before it leaves a box; it stays where it is if the box is empty. */
export function shiftRange(
  cut: Cut,
  move: CutMove,
  { min, max }: { min: Triple; max: Triple },
): [least: number, most: number] {
  if (min[0] > max[0]) return [move.shift, move.shift];
  const plane = planeOf(cut, { ...move, shift: 0, isFlipped: false });
  const heights = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    [0, 1, 2].reduce((sum, axis) => {
      const side = (corner >> axis) & 1 ? max : min;
      return sum + plane.normal[axis as 0] * (side[axis as 0] - plane.origin[axis as 0]);
    }, 0),
  );
  return [Math.min(...heights), Math.max(...heights)];
}

/** The part of a ray inside the kept half space, as distances from its origin. */
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
