import { MathUtils } from 'three';

/** Vertical field of view in perspective, in degrees. */
export const fieldOfView = 15;
/** The tangent of half of it. */
export const halfTangent = Math.tan((fieldOfView * Math.PI) / 360);

/** Distances in millimetres. */
const limits = {
  nearest: 70,
  farthest: 600,
  minZoom: 0.25,
  maxZoom: 3,
  /** Window height at the closest zoom in parallel projection. */
  minHeight: 2,
} as const;

/** In millimetres; models smaller than any tooth come from files in metres. */
const smallestRadius = 1;
/** Magnification of the closest view of such a model, relative to the first view. */
const nearnessOfSmall = 8;

/**
 * The limits of the distance in perspective. They grow as far as needed for the initial view, which was at `start`,
 * and for one three times as close.
 */
export function withinReach(distance: number, start: number, radius: number): number {
  const isSmall = radius < smallestRadius;
  const nearest = isSmall ? start / nearnessOfSmall : Math.min(limits.nearest, start / limits.maxZoom);
  const farthest = isSmall ? start / limits.minZoom : limits.farthest;
  return MathUtils.clamp(distance, nearest, Math.max(farthest, start));
}

/** The limits of the zoom, which in parallel projection allow details up close. */
export function withinZoom(zoom: number, start: number): number {
  const most = (2 * start * halfTangent) / limits.minHeight;
  return MathUtils.clamp(zoom, limits.minZoom, Math.max(limits.maxZoom, most));
}
