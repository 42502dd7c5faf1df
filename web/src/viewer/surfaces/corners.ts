import { Vector3 } from 'three';
import type { ScanId, Triple } from './places.ts';
import { weightsIn } from './signed-distance.ts';
import type { Surface } from './surface.ts';
import { topologyOf } from './topology.ts';

export interface CornersAsk {
  scan: ScanId;
  point: Triple;
}

/** The vertices around a place with their barycentric weights. */
export interface Corners {
  vertices: Triple;
  weights: Triple;
}

/** The corners of the face that a point lies on; null for a removed scan. */
export function corners(surfaces: ReadonlyMap<ScanId, Surface>, { scan, point }: CornersAsk): Corners | null {
  const surface = surfaces.get(scan);
  const found = surface?.bvh.closestPointToPoint(new Vector3(...point));
  if (!surface || !found) return null;
  const topology = topologyOf(surface);
  const [i, j, k] = topology.indices.subarray(found.faceIndex * 3, found.faceIndex * 3 + 3);
  const weights = weightsIn(topology, found.faceIndex, found.point);
  return {
    vertices: [i, j, k],
    weights: weights as unknown as Triple,
  };
}
