import { type Box3, Vector3 } from 'three';
import { INTERSECTED, NOT_INTERSECTED } from 'three-mesh-bvh';
import { Groups } from './groups.ts';
import type { LongTask } from './long-task.ts';
import { type Patch, partOf, patchOf } from './patch.ts';
import type { ScanId, Triple } from './places.ts';
import { type Crossing, type FacePoint, shortestWalk } from './shortest-walk.ts';
import { straightenPath, type Way, wayOf } from './straighten-path.ts';
import type { Surface } from './surface.ts';
import { topologyOf } from './topology.ts';

/** Assigns each triangle of a scan to its connected component. */
function piecesOf(surface: Surface): (triangle: number) => number {
  const { indices, joined } = topologyOf(surface);
  const place = (corner: number) => joined[indices[corner]];
  let pieces = known.get(surface);
  if (!pieces) {
    pieces = new Groups(joined.length);
    for (let corner = 0; corner < indices.length; corner += 3) {
      pieces.join(place(corner), place(corner + 1));
      pieces.join(place(corner), place(corner + 2));
    }
    known.set(surface, pieces);
  }
  const found = pieces;
  return (triangle) => found.of(place(triangle * 3));
}

/** Cached per surface. */
const known = new WeakMap<Surface, Groups>();

export interface GeodesicAsk {
  scan: ScanId;
  from: Triple;
  to: Triple;
}

/** The shortest path on a scan. */
export interface GeodesicAnswer {
  /** Millimetres. */
  length: number;
  /** x y z of the points where it bends. */
  path: Float64Array;
}

/** The first search radius relative to the straight line, and the factor for each further one. */
const firstDetour = 1.3;
const furtherDetour = 1.6;
/** Points per edge: for the first path, and for its refinement. */
const roughly = 1;
const finely = 4;
const finest = 10;
const mostRounds = 8;
const worthwhile = 1e-4;

/** The shortest path on the surface between two places of a scan; null if they are on disconnected pieces. */
export async function geodesic(
  surfaces: ReadonlyMap<ScanId, Surface>,
  { scan, from, to }: GeodesicAsk,
  task: LongTask,
): Promise<GeodesicAnswer | null> {
  const surface = surfaces.get(scan);
  if (!surface) return null;
  const start = standingOn(surface, from);
  const end = standingOn(surface, to);
  if (start.face === end.face) return answerOf(wayOf([start.point, end.point]));
  const pieceOf = piecesOf(surface);
  if (pieceOf(start.face) !== pieceOf(end.face)) return null;
  const straight = new Vector3(...start.point).distanceTo(new Vector3(...end.point));
  const total = (surface.geometry.index?.count ?? 0) / 3;
  // A path no longer than the limit lies completely within the triangles searched.
  for (let limit = Math.max(straight, 0.5) * firstDetour; ; limit *= furtherDetour) {
    const triangles = trianglesWithin(surface, start.point, end.point, limit);
    const way = await shortestOn(surface, triangles, start, end, task);
    const isAll = triangles.length === total;
    if (way && (way.length <= limit || isAll)) return answerOf(way);
    if (isAll) return null;
  }
}

const answerOf = ({ length, points }: Way): GeodesicAnswer => ({
  length,
  path: Float64Array.from(points.flat()),
});

function standingOn({ bvh }: Surface, point: Triple): FacePoint {
  const found = bvh.closestPointToPoint(new Vector3(...point));
  if (!found) throw new Error('The scan has no triangles');
  return { point: found.point.toArray(), face: found.faceIndex };
}

/** The triangles that a path of at most `limit` between two points can cross, and some around them. */
function trianglesWithin({ bvh }: Surface, a: Triple, b: Triple, limit: number): Uint32Array {
  const [from, to] = [new Vector3(...a), new Vector3(...b)];
  const found: number[] = [];
  bvh.shapecast({
    intersectsBounds: (box: Box3) =>
      box.distanceToPoint(from) + box.distanceToPoint(to) > limit ? NOT_INTERSECTED : INTERSECTED,
    intersectsRange: (offset: number, count: number) => {
      for (let triangle = offset; triangle < offset + count; triangle++) found.push(triangle);
      return false;
    },
  });
  return Uint32Array.from(found);
}

async function shortestOn(
  surface: Surface,
  triangles: Uint32Array,
  from: FacePoint,
  to: FacePoint,
  task: LongTask,
): Promise<Way | null> {
  const patch = patchOf(surface, triangles);
  const start = triangles.indexOf(from.face);
  const end = triangles.indexOf(to.face);
  const walk = await shortestWalk(patch, { ...from, face: start }, { ...to, face: end }, roughly, task);
  if (!walk) return null;
  let best = straightenPath(patch, from.point, to.point, walk);
  let faces = facesOn(patch, walk);
  for (let round = 1, perEdge = finely; ; round++) {
    const band = Uint32Array.from(facesAround(patch, [start, end, ...faces]));
    const part = partOf(patch, band);
    const inBand = ({ point }: FacePoint, face: number) => ({ point, face: band.indexOf(face) });
    const nearby = await shortestWalk(part, inBand(from, start), inBand(to, end), perEdge, task);
    if (!nearby) return best;
    const next = straightenPath(part, from.point, to.point, nearby);
    const isWorthIt = next.length < best.length * (1 - worthwhile);
    if (next.length < best.length) best = next;
    faces = facesOn(part, nearby).map((face) => band[face]);
    if (perEdge === finest) return best;
    if (!isWorthIt || round === mostRounds) perEdge = finest;
  }
}

/** The faces around the crossings of a path. */
function facesOn({ facesOfEdge: { starts, items } }: Patch, walk: readonly Crossing[]): number[] {
  return walk.flatMap(({ edge }) => [...items.subarray(starts[edge], starts[edge + 1])]);
}

function facesAround({ corners, facesOfVertex: { starts, items } }: Patch, faces: readonly number[]) {
  const around = new Set<number>();
  for (const face of new Set(faces)) {
    for (const vertex of corners.subarray(face * 3, face * 3 + 3)) {
      for (const neighbour of items.subarray(starts[vertex], starts[vertex + 1])) around.add(neighbour);
    }
  }
  return around;
}
