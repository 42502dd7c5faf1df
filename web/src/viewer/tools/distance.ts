import { Vector3 } from 'three';
import type { Spot, Triple } from '../surfaces/places.ts';
import type { MeasureKind } from './measure-kind.ts';

/** The straight distance between two points in millimetres. A third point starts the next measure. */
export const distance: MeasureKind<number> = {
  points: 2,
  kept: 1,
  work: ([a, b]) => placeOf(a).distanceTo(placeOf(b)),
  draw(millimetres, [a, b], context) {
    const [from, to] = [placeOf(a), placeOf(b)];
    return {
      lines: [[from.toArray(), to.toArray()]],
      labels: [{ at: middleOf(from.toArray(), to.toArray()), text: () => context.formatLength(millimetres) }],
    };
  },
};

export function placeOf(spot: Spot | undefined): Vector3 {
  if (!spot) throw new Error('A point is missing');
  return new Vector3(...spot.point);
}

export function middleOf(a: Triple, b: Triple): Triple {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}
