import type { Patch } from './patch.ts';
import type { Triple } from './places.ts';
import type { FacePoint, Step } from './shortest-walk.ts';

/** Faces of a patch from the one that contains `from` to the one that contains `to`. */
export interface Strip {
  from: Triple;
  to: Triple;
  faces: readonly number[];
  /** `edges[i]` joins `faces[i]` and `faces[i + 1]`. */
  edges: readonly number[];
}

/** Faces around a vertex that lead from one of its faces to another. */
export interface Fan {
  /** Those in between. */
  faces: number[];
  /** The edges crossed, all of them at the vertex. */
  edges: number[];
  /** The sum of the angles at the vertex of the faces in between, in radians. */
  angle: number;
}

/**
 * The faces that a walk goes through. Where it crosses a vertex, they lead around that vertex; where no edges lead
 * around, the walk is cut in two at the vertex.
 */
export function stripsOf(patch: Patch, from: FacePoint, to: FacePoint, walk: readonly Step[]): Strip[] {
  const strips: Strip[] = [];
  let start = from.point;
  let face = from.face;
  let faces = [face];
  let edges: number[] = [];
  for (const [at, { vertex, edge }] of walk.entries()) {
    const next = walk[at + 1]?.face ?? to.face;
    if (next === face) continue;
    const fan = edge >= 0 ? { faces: [], edges: [edge] } : fanAround(patch, vertex, face, next, []);
    if (fan) {
      faces.push(...fan.faces, next);
      edges.push(...fan.edges);
    } else {
      const end = vertexAt(patch, vertex);
      strips.push(withoutReturns({ from: start, to: end, faces, edges }));
      start = end;
      faces = [next];
      edges = [];
    }
    face = next;
  }
  strips.push(withoutReturns({ from: start, to: to.point, faces, edges }));
  return strips;
}

/** A strip without the faces that it enters and leaves by the same edge. */
export function withoutReturns({ from, to, faces, edges }: Strip): Strip {
  const keptFaces = faces.slice(0, 1);
  const keptEdges: number[] = [];
  for (const [at, edge] of edges.entries()) {
    const next = faces[at + 1];
    if (keptEdges.at(-1) !== edge) keptEdges.push(edge);
    else keptFaces.pop();
    if (keptFaces.at(-1) === next) keptEdges.pop();
    else keptFaces.push(next);
  }
  return { from, to, faces: keptFaces, edges: keptEdges };
}

/** The way around a vertex with the smallest angle that crosses none of the edges in `closed`. */
export function fanAround(
  patch: Patch,
  vertex: number,
  from: number,
  to: number,
  closed: readonly number[],
): Fan | null {
  const { sides, ends, facesOfEdge } = patch;
  const reached = new Map([[from, { angle: 0, before: from, edge: -1 }]]);
  const queue = [from];
  for (const face of queue) {
    if (face === to) continue;
    const angle = (reached.get(face)?.angle ?? 0) + (face === from ? 0 : angleAt(patch, face, vertex));
    for (const edge of sides.subarray(face * 3, face * 3 + 3)) {
      const [a, b] = [ends[edge * 2], ends[edge * 2 + 1]];
      if (a === b || (a !== vertex && b !== vertex) || closed.includes(edge)) continue;
      for (let i = facesOfEdge.starts[edge]; i < facesOfEdge.starts[edge + 1]; i++) {
        const other = facesOfEdge.items[i];
        if ((reached.get(other)?.angle ?? Number.POSITIVE_INFINITY) <= angle) continue;
        reached.set(other, { angle, before: face, edge });
        queue.push(other);
      }
    }
  }
  const last = reached.get(to);
  if (!last) return null;
  const fan: Fan = { faces: [], edges: [], angle: last.angle };
  for (let face = to; face !== from; ) {
    const by = reached.get(face);
    if (!by) return null;
    fan.edges.unshift(by.edge);
    if (by.before !== from) fan.faces.unshift(by.before);
    face = by.before;
  }
  return fan;
}

export function vertexAt({ positions }: Patch, vertex: number): Triple {
  const at = vertex * 3;
  return [positions[at], positions[at + 1], positions[at + 2]];
}

/** The angle of a face at one of its corners, in radians. */
function angleAt(patch: Patch, face: number, vertex: number): number {
  const corners = patch.corners.subarray(face * 3, face * 3 + 3);
  const at = corners.indexOf(vertex);
  const [x, y, z] = vertexAt(patch, vertex);
  const [a, b, c] = vertexAt(patch, corners[(at + 1) % 3]);
  const [d, e, f] = vertexAt(patch, corners[(at + 2) % 3]);
  const [ax, ay, az, bx, by, bz] = [a - x, b - y, c - z, d - x, e - y, f - z];
  const across = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
  return Math.atan2(across, ax * bx + ay * by + az * bz);
}
