import { Vector3 } from 'three';
import type { Spot, Triple } from '../surfaces/places.ts';
import { placeOf } from './distance.ts';
import type { MeasureKind } from './measure-kind.ts';

/** The circle through three points; lengths in millimetres. */
export interface Circle {
  diameter: number;
  centre: Triple;
  /** Closed, for drawing. */
  outline: Triple[];
}

/** The three points are collinear. */
export type NoCircle = { reason: 'on-a-line' };

const steps = 96;
/** Sine of the angle below which three points count as collinear. */
const straight = 1e-4;

/** The circle through three points: the opening of a die, a scan body, an implant. */
export const circle: MeasureKind<Circle | NoCircle> = {
  points: 3,
  kept: 20,
  work: (spots) => circleThrough(spots) ?? { reason: 'on-a-line' },
  draw(found, _, context) {
    if ('reason' in found) return { lines: [], labels: [] };
    const { outline, centre, diameter } = found;
    const opposite = outline[steps / 2];
    const across = outline[0] && opposite ? [[outline[0], opposite]] : [];
    return {
      lines: [outline, ...across],
      labels: [{ at: centre, text: () => `⌀ ${context.formatLength(diameter)}` }],
    };
  },
};

/** Null for collinear points. */
export function circleThrough([first, second, third]: readonly Spot[]): Circle | null {
  const [a, b, c] = [placeOf(first), placeOf(second), placeOf(third)];
  const [toB, toC] = [b.clone().sub(a), c.clone().sub(a)];
  const normal = toB.clone().cross(toC);
  const area = normal.length();
  if (area <= straight * toB.length() * toC.length() || area === 0) return null;
  // The circumcentre: https://en.wikipedia.org/wiki/Circumcircle#Higher_dimensions
  const toCentre = toB
    .clone()
    .multiplyScalar(toC.lengthSq())
    .sub(toC.clone().multiplyScalar(toB.lengthSq()))
    .cross(normal)
    .multiplyScalar(-1 / (2 * area * area));
  const centre = a.clone().add(toCentre);
  const axis = normal.divideScalar(area);
  const outline = Array.from({ length: steps + 1 }, (_, step): Triple => {
    const radius = new Vector3().copy(toCentre).negate();
    return radius
      .applyAxisAngle(axis, (2 * Math.PI * step) / steps)
      .add(centre)
      .toArray();
  });
  return { diameter: 2 * toCentre.length(), centre: centre.toArray(), outline };
}
