import type { Vector3 } from 'three';
import type { Triple } from '../surfaces/places.ts';
import { placeOf } from './distance.ts';
import type { MeasureKind } from './measure-kind.ts';

const arcSteps = 32;
/** Radius of the drawn arc as a share of the shorter leg. */
const arcAt = 0.35;

/** The angle at the second of three points, in degrees. */
export const angle: MeasureKind<number> = {
  points: 3,
  kept: 20,
  work(spots) {
    return degreesAt(placeOf(spots[0]), placeOf(spots[1]), placeOf(spots[2]));
  },
  draw(degrees, [a, corner, b], context) {
    const arc = arcAround(placeOf(a), placeOf(corner), placeOf(b));
    const legs = [placeOf(a), placeOf(corner), placeOf(b)].map((place): Triple => place.toArray());
    return {
      lines: [legs, arc],
      labels: [
        { at: arc[arc.length >> 1] ?? placeOf(corner).toArray(), text: () => context.formatAngle(degrees) },
      ],
    };
  },
};

/** 0 to 180; 0 if a leg has no length. */
export function degreesAt(a: Vector3, corner: Vector3, b: Vector3): number {
  const [toA, toB] = [a.clone().sub(corner), b.clone().sub(corner)];
  // atan2 is exact for angles near 0 and 180 too, unlike the arc cosine.
  return (Math.atan2(toA.clone().cross(toB).length(), toA.dot(toB)) * 180) / Math.PI;
}

/** Points from one leg to the other, all at the same distance from the vertex. */
export function arcAround(a: Vector3, corner: Vector3, b: Vector3): Triple[] {
  const [toA, toB] = [a.clone().sub(corner), b.clone().sub(corner)];
  const radius = arcAt * Math.min(toA.length(), toB.length());
  const axis = toA.clone().cross(toB);
  if (radius === 0 || axis.length() < 1e-9 * toA.length() * toB.length()) return [];
  axis.normalize();
  const turn = (degreesAt(a, corner, b) * Math.PI) / 180;
  return Array.from({ length: arcSteps + 1 }, (_, step) =>
    toA
      .clone()
      .setLength(radius)
      .applyAxisAngle(axis, (turn * step) / arcSteps)
      .add(corner)
      .toArray(),
  );
}
