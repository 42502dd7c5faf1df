import { DoubleSide, Ray, Vector3 } from 'three';
import type { ScanId, Triple } from './places.ts';
import type { Surface } from './surface.ts';

export interface OccludedAsk {
  /** Rays: origin, unit direction, the distance of the target along it, and the drawn part of it (all by default). */
  sights: readonly { origin: Triple; direction: Triple; distance: number; near?: number; far?: number }[];
  /** The visible scans, which can occlude. */
  scans: readonly ScanId[];
}

/** For each ray: whether a surface hides its target, or the target lies outside of the drawn part. */
export function occluded(surfaces: ReadonlyMap<ScanId, Surface>, { sights, scans }: OccludedAsk): boolean[] {
  return sights.map(({ origin, direction, distance, near = 0, far = Number.POSITIVE_INFINITY }) => {
    if (distance < near || distance > far) return true;
    const ray = new Ray(new Vector3(...origin), new Vector3(...direction));
    return scans.some((scan) => surfaces.get(scan)?.bvh.raycastFirst(ray, DoubleSide, near, distance));
  });
}
