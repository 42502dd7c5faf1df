import { type Box3, Plane, Vector3 } from 'three';
import { INTERSECTED, NOT_INTERSECTED } from 'three-mesh-bvh';
import type { ScanId, Triple } from './places.ts';
import type { Surface } from './surface.ts';

/**
 * Joins segments (x y x y each) with equal end points to polylines (x y per point) of maximum length: first those
 * with two loose ends, then the closed ones, which end where they start. Zero-length segments are left out.
 */
export function joinSegments(pieces: readonly number[]): number[][] {
  const ids = new Map<string, number>();
  const places: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    const [x, y] = [pieces[at], pieces[at + 1]];
    const name = `${x} ${y}`;
    let id = ids.get(name);
    if (id === undefined) {
      id = ids.size;
      ids.set(name, id);
      places.push(x, y);
    }
    ends.push(id);
  }
  const piecesAt: number[][] = Array.from({ length: ids.size }, () => []);
  for (let piece = 0; piece * 2 < ends.length; piece++) {
    const [a, b] = [ends[piece * 2], ends[piece * 2 + 1]];
    if (a === b) continue;
    piecesAt[a]?.push(piece);
    piecesAt[b]?.push(piece);
  }

  const isUsed = new Uint8Array(ends.length / 2);
  const walk = (from: number): number[] => {
    const line: number[] = [];
    for (let place: number | undefined = from; place !== undefined; ) {
      line.push(places[place * 2], places[place * 2 + 1]);
      const piece: number | undefined = piecesAt[place]?.find((each) => !isUsed[each]);
      if (piece === undefined) break;
      isUsed[piece] = 1;
      place = ends[piece * 2] === place ? ends[piece * 2 + 1] : ends[piece * 2];
    }
    return line;
  };
  const lines: number[][] = [];
  const walkAll = (from: number) => {
    while (piecesAt[from]?.some((piece) => !isUsed[piece])) lines.push(walk(from));
  };
  for (const [place, own] of piecesAt.entries()) if (own.length % 2 === 1) walkAll(place);
  for (const place of piecesAt.keys()) walkAll(place);
  return lines;
}

/** A plane with the two axes of its drawing: unit vectors at right angles. */
export interface SectionPlane {
  origin: Triple;
  right: Triple;
  up: Triple;
}

export interface SectionAsk {
  plane: SectionPlane;
  scans: readonly ScanId[];
}

/** The outlines of scans in a plane, as concatenated polylines. */
export interface SectionAnswer {
  /** Right and up of each point, in millimetres from the origin of the plane. */
  points: Float64Array;
  /**
   * The start of each line in `points`, counted in points, with the end of the last one added. A closed line repeats
   * its first point.
   */
  starts: Uint32Array;
  /** The scan of each line. */
  scans: Int32Array;
}

/** Cuts scans with a plane. */
export function section(surfaces: ReadonlyMap<ScanId, Surface>, { plane, scans }: SectionAsk): SectionAnswer {
  const points: number[] = [];
  const starts = [0];
  const owners: ScanId[] = [];
  for (const scan of scans) {
    const surface = surfaces.get(scan);
    if (!surface) continue;
    for (const line of joinSegments(cut(surface, plane))) {
      points.push(...line);
      starts.push(points.length / 2);
      owners.push(scan);
    }
  }
  return {
    points: Float64Array.from(points),
    starts: Uint32Array.from(starts),
    scans: Int32Array.from(owners),
  };
}

/** The segments in which a plane meets the triangles: right and up of both ends of each. */
function cut({ bvh, geometry }: Surface, { origin, right, up }: SectionPlane): number[] {
  const index = geometry.index?.array as Uint32Array;
  const positions = geometry.getAttribute('position').array as Float32Array;
  const normal = new Vector3(...right).cross(new Vector3(...up)).normalize();
  const plane = new Plane().setFromNormalAndCoplanarPoint(normal, new Vector3(...origin));
  const pieces: number[] = [];

  const height = (vertex: number): number => {
    const at = vertex * 3;
    const x = positions[at] - origin[0];
    const y = positions[at + 1] - origin[1];
    const z = positions[at + 2] - origin[2];
    // A vertex exactly in the plane counts as above it, so that a triangle is cut at two of its sides or not at all.
    return normal.x * x + normal.y * y + normal.z * z || Number.MIN_VALUE;
  };
  const add = (a: number, b: number, heightA: number, heightB: number): void => {
    // Always from below to above, so that both triangles at an edge compute the same point to the last bit.
    const [low, high] = heightA < heightB ? [a, b] : [b, a];
    const [under, over] = heightA < heightB ? [heightA, heightB] : [heightB, heightA];
    const share = under / (under - over);
    let [x, y] = [0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const from = positions[low * 3 + axis] - origin[axis];
      const to = positions[high * 3 + axis] - origin[axis];
      const value = from + share * (to - from);
      x += value * right[axis];
      y += value * up[axis];
    }
    pieces.push(x, y);
  };

  bvh.shapecast({
    intersectsBounds: (box: Box3) => (plane.intersectsBox(box) ? INTERSECTED : NOT_INTERSECTED),
    intersectsRange: (offset: number, count: number) => {
      for (let at = offset * 3; at < (offset + count) * 3; at += 3) {
        const [a, b, c] = [index[at], index[at + 1], index[at + 2]];
        const [heightA, heightB, heightC] = [height(a), height(b), height(c)];
        if (heightA > 0 !== heightB > 0) add(a, b, heightA, heightB);
        if (heightB > 0 !== heightC > 0) add(b, c, heightB, heightC);
        if (heightC > 0 !== heightA > 0) add(c, a, heightC, heightA);
      }
      return false;
    },
  });
  return pieces;
}
