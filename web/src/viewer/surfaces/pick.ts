import { DoubleSide, Ray, Vector3 } from 'three';
import type { ScanId, Spot, Triple } from './places.ts';
import type { Surface } from './surface.ts';

export interface PickAsk {
  origin: Triple;
  /** Unit vector. */
  direction: Triple;
  /** The part of the ray that can hit something; all by default. */
  near?: number;
  far?: number;
  /** The visible scans, which can be hit. */
  scans: readonly ScanId[];
}

/** The first spot that the ray hits, from either side of the surface. */
export function pick(surfaces: ReadonlyMap<ScanId, Surface>, ask: PickAsk): Spot | null {
  const ray = new Ray(new Vector3(...ask.origin), new Vector3(...ask.direction));
  const { near = 0, far = Number.POSITIVE_INFINITY } = ask;
  let nearest = far;
  let spot: Spot | null = null;
  for (const scan of ask.scans) {
    const hit = surfaces.get(scan)?.bvh.raycastFirst(ray, DoubleSide, near, nearest);
    if (!hit?.face || (spot && hit.distance >= nearest)) continue;
    nearest = hit.distance;
    const normal = hit.face.normal.clone();
    if (normal.dot(ray.direction) > 0) normal.negate();
    spot = { scan, point: hit.point.toArray(), normal: normal.toArray() };
  }
  return spot;
}
