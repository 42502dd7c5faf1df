import { type Box3, DoubleSide, Ray, Vector3 } from 'three';
import { INTERSECTED, NOT_INTERSECTED } from 'three-mesh-bvh';
import type { ScanId, Spot, Triple } from './places.ts';
import type { Surface } from './surface.ts';

export interface ThicknessAsk {
  /** Its normal points outwards. */
  spot: Spot;
  /** The scans that can be opposite. */
  scans: readonly ScanId[];
}

/** The surface opposite a spot. */
export interface Opposite {
  scan: ScanId;
  /** Millimetres along the normal; negative if the other scan is below the surface. */
  distance: number;
  point: Triple;
  /** Millimetres to the nearest place of the other scan in any direction. */
  nearest: number;
}

export interface ThicknessAnswer {
  /** The outward normal, averaged over a small disc around the spot. */
  normal: Triple;
  /** Through the scan itself; null if the ray does not leave it again. */
  own: Opposite | null;
  /** To the others, nearest first. */
  others: Opposite[];
}

/** Radius of the disc in millimetres, so that a single triangle of a noisy scan does not turn the ray. */
const discRadius = 0.4;
/** Maximum distance in millimetres of something opposite. */
export const farthest = 30;
/** Maximum depth in millimetres of another scan below the surface. */
const deepest = 3;
/** Offset in millimetres, so that a ray does not hit the surface that it starts on. */
const skin = 0.005;

/** Measures from a spot along the normal of its surface: inwards through the same scan, both ways to the others. */
export function thickness(
  surfaces: ReadonlyMap<ScanId, Surface>,
  { spot, scans }: ThicknessAsk,
): ThicknessAnswer | null {
  const surface = surfaces.get(spot.scan);
  if (!surface) return null;
  const normal = meanNormal(surface, spot);
  const out = new Ray(new Vector3(...spot.point), normal);
  const into = new Ray(out.origin, normal.clone().negate());
  const through = surface.bvh.raycastFirst(into, DoubleSide, skin, farthest);
  const others = scans
    .filter((scan) => scan !== spot.scan)
    .flatMap((scan) => oppositeOn(surfaces.get(scan), out, into) ?? [])
    .sort((a, b) => Math.abs(a.distance) - Math.abs(b.distance));
  const own = through && {
    scan: spot.scan,
    distance: through.distance,
    point: through.point.toArray(),
    nearest: through.distance,
  };
  return { normal: normal.toArray(), own: own ?? null, others };
}

function oppositeOn(surface: Surface | undefined, out: Ray, into: Ray): Opposite | undefined {
  const above = surface?.bvh.raycastFirst(out, DoubleSide, 0, farthest);
  const below = surface?.bvh.raycastFirst(into, DoubleSide, 0, deepest);
  const isUnder = below && (!above || below.distance < above.distance);
  const hit = isUnder ? below : above;
  if (!surface || !hit) return undefined;
  return {
    scan: surface.id,
    distance: isUnder ? -hit.distance : hit.distance,
    point: hit.point.toArray(),
    nearest: surface.bvh.closestPointToPoint(out.origin)?.distance ?? hit.distance,
  };
}

/** The area-weighted mean of the normals around a spot, of the faces that look the same way as the spot. */
function meanNormal({ bvh, geometry }: Surface, { point, normal }: Spot): Vector3 {
  const index = geometry.index?.array as Uint32Array;
  const position = geometry.getAttribute('position');
  const centre = new Vector3(...point);
  const out = new Vector3(...normal);
  const corner = (at: number) => new Vector3().fromBufferAttribute(position, index[at]);
  const sum = new Vector3();
  bvh.shapecast({
    intersectsBounds: (box: Box3) =>
      box.distanceToPoint(centre) > discRadius ? NOT_INTERSECTED : INTERSECTED,
    intersectsRange: (offset: number, count: number) => {
      for (let at = offset * 3; at < (offset + count) * 3; at += 3) {
        const [a, b, c] = [corner(at), corner(at + 1), corner(at + 2)];
        const middle = a.clone().add(b).add(c).divideScalar(3);
        if (middle.distanceTo(centre) > discRadius) continue;
        const twice = b.sub(a).cross(c.sub(a));
        const along = twice.dot(out) / twice.length();
        // Winding differs between files, so the sign is ignored; perpendicular faces belong to a wall.
        if (Math.abs(along) > 0.4) sum.addScaledVector(twice, Math.sign(along));
      }
      return false;
    },
  });
  return sum.lengthSq() > 0 ? sum.normalize() : out.normalize();
}
