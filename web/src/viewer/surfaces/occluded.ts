import { DoubleSide, Ray, Vector3 } from 'three';
import type { ScanId, Triple } from './places.ts';
import type { Surface } from './surface.ts';

export interface OccludedAsk {
  /**
   * Lines of sight: where each begins, its direction of length 1, how far along it the looked-at place is, and the part
   * of it in which something is drawn; all of it where nothing is said.
   */
  sights: readonly { origin: Triple; direction: Triple; distance: number; near?: number; far?: number }[];
  /** The scans that can lie before it: those that are seen. */
  scans: readonly ScanId[];
}

/** For each line of sight: whether a surface hides its target, or the target lies outside the part that is drawn. */
export function occluded(surfaces: ReadonlyMap<ScanId, Surface>, { sights, scans }: OccludedAsk): boolean[] {
  return sights.map(({ origin, direction, distance, near = 0, far = Number.POSITIVE_INFINITY }) => {
    if (distance < near || distance > far) return true;
    const ray = new Ray(new Vector3(...origin), new Vector3(...direction));
    return scans.some((scan) => surfaces.get(scan)?.bvh.raycastFirst(ray, DoubleSide, near, distance));
  });
}
