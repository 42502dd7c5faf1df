import { type Box3, Line3, Sphere, type Triangle, Vector3 } from 'three';
import type { HalfSpace, ScanId, Spot } from './places.ts';
import type { Surface } from './surface.ts';
import { facesAt, type Topology, topologyOf } from './topology.ts';

/** `vertex`: the points of the mesh. `edge`: its borders and creases, such as the rim of a preparation. */
export type SnapTo = 'vertex' | 'edge';

export interface SnapAsk {
  spot: Spot;
  to: SnapTo;
  /** In millimetres; the spot stays if nothing is nearer. */
  reach: number;
  /** A part that is not drawn, so that nothing snaps to it. */
  removed?: HalfSpace | undefined;
}

/** Cosine of the angle between two faces from which their edge is a crease: 30 degrees. */
const crease = Math.cos(Math.PI / 6);

/**
 * Moves a spot to the nearest vertex or edge within reach on the same side of its scan; returns it unchanged if nothing is
 * in reach.
 */
export function snap(surfaces: ReadonlyMap<ScanId, Surface>, { spot, to, reach, removed }: SnapAsk): Spot {
  const surface = surfaces.get(spot.scan);
  if (!surface) return spot;
  const topology = topologyOf(surface);
  const from = new Vector3(...spot.point);
  let best: Vector3 | undefined;
  let nearest = reach;
  const offer = (place: Vector3) => {
    const distance = place.distanceTo(from);
    if (distance > nearest || isRemoved(place, removed)) return;
    nearest = distance;
    best = place.clone();
  };
  const facing = facingAs(surface, spot);
  const sphere = new Sphere(from, reach);
  surface.bvh.shapecast({
    intersectsBounds: (bounds: Box3) => sphere.intersectsBox(bounds),
    intersectsTriangle: (triangle: Triangle, face: number) => {
      // Through a thin wall, the other side may be nearer than anything on this one.
      if (facing(face) < 0) return false;
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

/** How far a face looks the same way as a spot, by the winding of the face that the spot is on; negative if it looks away. */
function facingAs(surface: Surface, { point, normal }: Spot): (face: number) => number {
  const { faces } = topologyOf(surface);
  const out = new Vector3(...normal);
  const along = (face: number) => out.dot(new Vector3().fromArray(faces, face * 3));
  const own = surface.bvh.closestPointToPoint(new Vector3(...point));
  const winding = own ? Math.sign(along(own.faceIndex)) : 0;
  return (face) => winding * along(face);
}

const isRemoved = (place: Vector3, half: HalfSpace | undefined): boolean =>
  half !== undefined &&
  place
    .clone()
    .sub(new Vector3(...half.origin))
    .dot(new Vector3(...half.normal)) > 0;

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
  // A degenerate face has no normal, so it cannot show a crease.
  if (!first?.lengthSq() || !second?.lengthSq()) return false;
  return first.dot(second) < crease;
}
