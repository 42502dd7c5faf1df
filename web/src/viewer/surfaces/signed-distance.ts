import { Vector3 } from 'three';
import type { Surface } from './surface.ts';
import { facesAt, type Topology, topologyOf } from './topology.ts';

/** A closest point within this share of a triangle's size from its edge counts as on the edge. */
const onEdge = 1e-4;
/** Beyond a rim nothing is opposite, unless the direction is still along the normal (cosine of 45°). */
const alongNormal = Math.SQRT1_2;

/**
 * Distances to a surface, negative on its inner side. The sign comes from the normal of the closest face, or from the
 * angle-weighted pseudonormal of the closest edge or vertex (Bærentzen and Aanæs 2005), because a single face's normal
 * is wrong there. Beyond the rim of an open surface the distance is undefined.
 */
export class SignedDistance {
  readonly #surface: Surface;
  readonly #topology: Topology;
  readonly #sign: 1 | -1;
  readonly #point = new Vector3();
  readonly #found = { point: new Vector3(), distance: 0, faceIndex: 0 };
  readonly #normal = new Vector3();

  /** `isInsideOut`: the faces of this surface point inwards. */
  constructor(surface: Surface, isInsideOut: boolean) {
    this.#surface = surface;
    this.#topology = topologyOf(surface);
    this.#sign = isInsideOut ? -1 : 1;
  }

  /** Millimetres; NaN if nothing is opposite within `reach`. */
  at(x: number, y: number, z: number, reach: number): number {
    const point = this.#point.set(x, y, z);
    const found = this.#surface.bvh.closestPointToPoint(point, this.#found, 0, reach);
    if (!found || found.distance > reach) return Number.NaN;
    if (found.distance === 0) return 0;
    const isRim = this.#normalAt(found.faceIndex, found.point);
    const length = this.#normal.length();
    const along = length > 0 ? point.sub(found.point).dot(this.#normal) / (length * found.distance) : 0;
    if (isRim && Math.abs(along) < alongNormal) return Number.NaN;
    return along < 0 ? -this.#sign * found.distance : this.#sign * found.distance;
  }

  /** Writes the pseudonormal to `#normal`; returns whether the place lies on a rim. */
  #normalAt(face: number, place: Vector3): boolean {
    const { indices, joined } = this.#topology;
    const weights = weightsIn(this.#topology, face, place);
    const near = weights.map((weight) => weight > onEdge);
    const corner = (k: number) => joined[indices[face * 3 + k]];
    this.#normal.set(0, 0, 0);
    const inside = near.filter(Boolean).length;
    if (inside === 3) {
      this.#addFace(face, 1);
      return false;
    }
    if (inside === 2) {
      const away = near.indexOf(false);
      const faces = facesAt(this.#topology, corner((away + 1) % 3), corner((away + 2) % 3));
      for (const each of faces) this.#addFace(each, 1);
      return faces.length < 2;
    }
    return this.#addVertex(corner(near.indexOf(true)));
  }

  #addFace(face: number, weight: number): void {
    const { faces } = this.#topology;
    const [x, y, z] = [faces[face * 3], faces[face * 3 + 1], faces[face * 3 + 2]] as [number, number, number];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length === 0) return;
    const share = weight / length;
    this.#normal.set(this.#normal.x + x * share, this.#normal.y + y * share, this.#normal.z + z * share);
  }

  /**
   * Weights each face by its angle at the vertex; returns whether the vertex is on a rim, where an edge has one face
   * only.
   */
  #addVertex(vertex: number): boolean {
    const { first, corners, indices, joined } = this.#topology;
    const met = new Map<number, number>();
    for (let k = first[vertex]; k < first[vertex + 1]; k++) {
      const corner = corners[k];
      const face = Math.floor(corner / 3);
      const others = [1, 2].map((step) => indices[face * 3 + ((corner + step) % 3)]);
      this.#addFace(face, angleAt(this.#topology, indices[corner], others));
      for (const other of others) {
        const neighbour = joined[other];
        met.set(neighbour, (met.get(neighbour) ?? 0) + 1);
      }
    }
    return [...met.values()].some((times) => times < 2);
  }
}

function angleAt({ positions }: Topology, vertex: number, [b, c]: number[]): number {
  const [u, v] = [b, c].map((other) => {
    const arm = new Vector3().fromArray(positions, other * 3);
    return arm.sub(new Vector3().fromArray(positions, vertex * 3));
  }) as [Vector3, Vector3];
  return u.lengthSq() > 0 && v.lengthSq() > 0 ? u.angleTo(v) : 0;
}

const [a, ab, ac, ap] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];

/** The barycentric coordinates of a place on a face. */
export function weightsIn({ positions, indices }: Topology, face: number, place: Vector3): number[] {
  const at = (corner: number) => indices[face * 3 + corner] * 3;
  a.fromArray(positions, at(0));
  ab.fromArray(positions, at(1)).sub(a);
  ac.fromArray(positions, at(2)).sub(a);
  ap.copy(place).sub(a);
  const [bb, bc, cc, pb, pc] = [ab.dot(ab), ab.dot(ac), ac.dot(ac), ap.dot(ab), ap.dot(ac)];
  const area = bb * cc - bc * bc;
  // A degenerate face: the first corner gets all the weight.
  if (area <= 0) return [1, 0, 0];
  const v = (cc * pb - bc * pc) / area;
  const w = (bb * pc - bc * pb) / area;
  return [1 - v - w, v, w];
}
