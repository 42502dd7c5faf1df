import { type Quaternion, Vector3 } from 'three';

/** How to place a camera so that some points are completely in a part of its view. */
export interface Framing {
  /** The middle of the points, seen from the camera's direction; in the frame of the points. */
  centre: Vector3;
  /** Distance of a camera in perspective from the centre. */
  perspective: number;
  /** Distance at which a camera in perspective has the window height of the parallel projection. */
  parallel: number;
}

/** Tangents of half the angle across and of half the angle upright that the points may take. */
export interface Room {
  across: number;
  upright: number;
}

/** Half the least width; avoids a distance of 0 for a single point. */
const least = 0.0005;

/**
 * The nearest position of a camera of this orientation that sees all points (x, y, z after one another) inside the
 * room. It follows their outline, not their bounding sphere, so that a flat arch fills the view like a round one and
 * the axes of the file do not matter.
 */
export function framingOf(points: Float32Array, orientation: Quaternion, room: Room): Framing {
  const back = orientation.clone().invert();
  const seen = Float32Array.from(points);
  const point = new Vector3();
  const lowest = new Vector3(Infinity, Infinity, Infinity);
  const highest = new Vector3(-Infinity, -Infinity, -Infinity);
  for (let i = 0; i < seen.length; i += 3) {
    point.fromArray(seen, i).applyQuaternion(back).toArray(seen, i);
    lowest.min(point);
    highest.max(point);
  }
  const centre = seen.length === 0 ? new Vector3() : lowest.add(highest).multiplyScalar(0.5);
  let [perspective, parallel] = [0, 0];
  for (let i = 0; i < seen.length; i += 3) {
    point.fromArray(seen, i).sub(centre);
    const across = Math.max(least, Math.abs(point.x)) / room.across;
    const upright = Math.max(least, Math.abs(point.y)) / room.upright;
    const away = Math.max(across, upright);
    perspective = Math.max(perspective, away + point.z);
    parallel = Math.max(parallel, away);
  }
  const nearest = least / Math.max(room.across, room.upright);
  return {
    centre: centre.applyQuaternion(orientation),
    perspective: Math.max(nearest, perspective),
    parallel: Math.max(nearest, parallel),
  };
}
