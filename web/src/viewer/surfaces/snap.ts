import { type Box3, Line3, Sphere, type Triangle, Vector3 } from 'three';
import type { ScanId, Spot } from './places.ts';
import type { Surface } from './surface.ts';
import { facesAt, type Topology, topologyOf } from './topology.ts';

/** `vertex`: the points of the mesh. `edge`: its borders and creases, such as the rim of a preparation. */
export type SnapTo = 'vertex' | 'edge';

export interface SnapAsk {
  spot: Spot;
  to: SnapTo;
  /** In millimetres; the spot stays if nothing is nearer. */
  reach: number;
}

/** Cosine of the angle between two faces from which their edge is a crease: 30 degrees. */
const crease = Math.cos(Math.PI / 6);

/** The spot, moved to the nearest vertex or edge of its scan within reach; unchanged if there is none. */
export function snap(surfaces: ReadonlyMap<ScanId, Surface>, { spot, to, reach }: SnapAsk): Spot {
  const surface = surfaces.get(spot.scan);
  if (!surface) return spot;
  const topology = topologyOf(surface);
  const from = new Vector3(...spot.point);
  let best: Vector3 | undefined;
  let nearest = reach;
  const offer = (place: Vector3) => {
    const distance = place.distanceTo(from);
    if (distance > nearest) return;
    nearest = distance;
    best = place.clone();
  };
  const sphere = new Sphere(from, reach);
  surface.bvh.shapecast({
    intersectsBounds: (bounds: Box3) => sphere.intersectsBox(bounds),
    intersectsTriangle: (triangle: Triangle, face: number) => {
      const corners = [triangle.a, triangle.b, triangle.c];
      for (const [k, corner] of corners.entries()) {
        if (to === 'vertex') offer(corner);
        else if (isEdge(topology, face, k))
          offer(new Line3(corner, corners[(k + 1) % 3]).closestPointToPoint(from, true, new Vector3()));
      }
      return false;
    },
  });
  return best ? { ...spot, point: best.toArray() } : spot;
}

/** Whether the side of a face from its corner `k` to the next one is a border, a crease, or non-manifold. */
function isEdge(topology: Topology, face: number, k: number): boolean {
  const { joined, indices, faces } = topology;
  const vertex = (corner: number) => joined[indices[face * 3 + (corner % 3)]];
  const [from, to] = [vertex(k), vertex(k + 1)];
  if (from === to) return false;
  const around = facesAt(topology, from, to);
  const [one, two] = around;
  if (around.length !== 2 || one === undefined || two === undefined) return true;
  const [first, second] = [one, two].map((of) => new Vector3().fromArray(faces, of * 3).normalize());
  // A face without area has no direction, so nothing tells a crease from a flat place.
  if (!first?.lengthSq() || !second?.lengthSq()) return false;
  return first.dot(second) < crease;
}
