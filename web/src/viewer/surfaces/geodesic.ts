import { type Box3, Vector3 } from 'three';
import { INTERSECTED, NOT_INTERSECTED } from 'three-mesh-bvh';
import { distance } from './funnel.ts';
import { Groups } from './groups.ts';
import type { LongTask } from './long-task.ts';
import { type Patch, partOf, patchOf } from './patch.ts';
import type { ScanId, Triple } from './places.ts';
import { type FacePoint, type Step, shortestWalk } from './shortest-walk.ts';
import { straightenPath } from './straighten-path.ts';
import { stripsOf } from './strip.ts';
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
/** Points per edge: for the first path, and in the band around it for another one. */
const roughly = 1;
const finely = 4;

/** The shortest path on the surface between two places of a scan; null if they are on disconnected pieces. */
export async function geodesic(
  surfaces: ReadonlyMap<ScanId, Surface>,
  { scan, from, to }: GeodesicAsk,
  task: LongTask,
): Promise<GeodesicAnswer | null> {
  const surface = surfaces.get(scan);
  if (!surface) return null;
  // Searched from the same end both ways, because the first path can lead past another side of a bump.
  if (isBehind(from, to)) {
    const way = await geodesic(surfaces, { scan, from: to, to: from }, task);
    return way && { length: way.length, path: reversed(way.path) };
  }
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

const isBehind = ([a, b, c]: Triple, [x, y, z]: Triple): boolean =>
  a === x ? (b === y ? c > z : b > y) : a > x;

function reversed(path: Float64Array): Float64Array {
  const back = new Float64Array(path.length);
  for (let i = 0; i < path.length; i += 3) back.set(path.subarray(i, i + 3), path.length - 3 - i);
  return back;
}

interface Way {
  length: number;
  points: Triple[];
}

function wayOf(points: Triple[]): Way {
  let length = 0;
  for (let i = 1; i < points.length; i++) length += distance(points[i - 1] as Triple, points[i] as Triple);
  return { length, points };
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
  const start = { ...from, face: triangles.indexOf(from.face) };
  const end = { ...to, face: triangles.indexOf(to.face) };
  const walk = await shortestWalk(patch, start, end, roughly, task);
  if (!walk) return null;
  const first = straightOn(patch, start, end, walk);
  // The first path may pass bumps at their longer side.
  const band = facesAround(patch, first.faces);
  const part = partOf(patch, band);
  const inBand = ({ point, face }: FacePoint) => ({ point, face: band.indexOf(face) });
  const nearby = await shortestWalk(part, inBand(start), inBand(end), finely, task);
  if (!nearby) return first;
  const second = straightOn(
    patch,
    start,
    end,
    nearby.map((step) => stepInWhole(patch, part, band, step)),
  );
  return second.length < first.length ? second : first;
}

/** A step in a part of a patch as a step in the patch; corners and sides have the same order in both. */
function stepInWhole(patch: Patch, part: Patch, band: Uint32Array, { face, vertex, edge }: Step): Step {
  const whole = band[face];
  const same = (from: Uint32Array, to: Uint32Array, id: number) =>
    id < 0 ? id : to[whole * 3 + from.subarray(face * 3, face * 3 + 3).indexOf(id)];
  return {
    face: whole,
    vertex: same(part.corners, patch.corners, vertex),
    edge: same(part.sides, patch.sides, edge),
  };
}

/** The locally shortest path beside a walk, and the faces that it crosses. */
function straightOn(patch: Patch, from: FacePoint, to: FacePoint, walk: readonly Step[]) {
  const parts = stripsOf(patch, from, to, walk).map((strip) => straightenPath(patch, strip));
  return { ...wayOf(parts.flatMap(({ points }) => points)), faces: parts.flatMap(({ faces }) => faces) };
}

function facesAround(
  { corners, facesOfVertex: { starts, items } }: Patch,
  faces: readonly number[],
): Uint32Array {
  const around = new Set<number>();
  for (const face of new Set(faces)) {
    for (const vertex of corners.subarray(face * 3, face * 3 + 3)) {
      for (const neighbour of items.subarray(starts[vertex], starts[vertex + 1])) around.add(neighbour);
    }
  }
  return Uint32Array.from(around);
}
