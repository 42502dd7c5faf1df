import { Triangle, Vector3 } from 'three';
import type { ScanId, Spot } from './places.ts';
import type { Surface } from './surface.ts';

export interface NearestAsk {
  /** A place, and the scan to search. Its normal decides between the two sides. */
  spot: Spot;
  /** Maximum distance in millimetres. */
  reach: number;
}

/** The point of a scan nearest to a spot; null if there is none within reach. */
export function nearest(
  surfaces: ReadonlyMap<ScanId, Surface>,
  { spot: { scan, point, normal }, reach }: NearestAsk,
): Spot | null {
  const surface = surfaces.get(scan);
  const found = surface?.bvh.closestPointToPoint(new Vector3(...point), undefined, 0, reach);
  if (!surface || !found || found.distance > reach) return null;
  const corner = (k: number) =>
    new Vector3().fromBufferAttribute(
      surface.geometry.getAttribute('position'),
      surface.geometry.index?.getX(found.faceIndex * 3 + k) ?? 0,
    );
  const out = new Triangle(corner(0), corner(1), corner(2)).getNormal(new Vector3());
  const side = out.dot(new Vector3(...normal));
  if (side < 0) out.negate();
  // A degenerate face has no normal, so the spot's own is used.
  return { scan, point: found.point.toArray(), normal: side === 0 ? normal : out.toArray() };
}
