import { Quaternion, Vector3 } from 'three';
import type { Triple } from '../surfaces/places.ts';

/** A way of putting something on: a direction, and the axes that it is fine-tuned about. Of length 1. */
export interface PathBase {
  ahead: Triple;
  right: Triple;
}

/** Degrees. */
export interface Tilt {
  /** To the right, seen along the path. */
  side: number;
  /** Upwards, seen along the path. */
  up: number;
}

/** The path of a base turned by its tilt. */
export function pathOf({ ahead, right }: PathBase, { side, up }: Tilt): Triple {
  const across = new Vector3(...right);
  const over = across.clone().cross(new Vector3(...ahead));
  const turn = (axis: Vector3, degrees: number) =>
    new Quaternion().setFromAxisAngle(axis, (degrees * Math.PI) / 180);
  return new Vector3(...ahead)
    .applyQuaternion(turn(across, up))
    .applyQuaternion(turn(over, -side))
    .normalize()
    .toArray();
}
