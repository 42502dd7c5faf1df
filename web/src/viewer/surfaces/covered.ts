import { DoubleSide, Ray, Vector3 } from 'three';
import type { ScanId, Triple } from './places.ts';
import type { Surface } from './surface.ts';

/** A line of sight: where it begins, its direction of length 1, and how far along it the looked-at place is. */
interface Sight {
  origin: Triple;
  direction: Triple;
  distance: number;
  /** What lies nearer is taken away and covers nothing. */
  near?: number;
}

export interface CoveredAsk {
  sights: readonly Sight[];
  /** The scans that can lie before it: those that are seen. */
  scans: readonly ScanId[];
}

/** For each line of sight whether a surface lies before the place that is looked at. */
export function covered(surfaces: ReadonlyMap<ScanId, Surface>, { sights, scans }: CoveredAsk): boolean[] {
  return sights.map(({ origin, direction, distance, near = 0 }) => {
    const ray = new Ray(new Vector3(...origin), new Vector3(...direction));
    return scans.some((scan) => surfaces.get(scan)?.bvh.raycastFirst(ray, DoubleSide, near, distance));
  });
}
