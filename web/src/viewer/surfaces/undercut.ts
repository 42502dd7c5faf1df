import { DoubleSide, Ray, Vector3 } from 'three';
import { HeightGrid } from './height-grid.ts';
import { isInsideOut } from './inside-out.ts';
import type { LongTask } from './long-task.ts';
import type { ScanId, Triple } from './places.ts';
import type { Surface } from './surface.ts';
import { areaOf, topologyOf } from './topology.ts';

export interface UndercutAsk {
  scan: ScanId;
  /** Unit vector of the movement onto the teeth. */
  path: Triple;
  /** In millimetres; larger depths are cut off. */
  deepest: number;
}

export interface Undercut {
  /** Depth of the undercut across the path per vertex, in millimetres; NaN if there is none. */
  values: Float32Array;
  /** Area of all undercuts in square millimetres. */
  area: number;
}

/** Faces that lean away by less than this (sine of a tenth of a degree) count as parallel to the path. */
const alongPath = 0.00175;
/** Offset of a ray from its face in millimetres, so that a wall parallel to the path does not cover itself. */
const lift = 0.01;
const atOnce = 128;

/**
 * The undercuts along a path of insertion: faces that look away from it, and those with a part of the same scan above
 * them.
 */
export async function undercut(
  surfaces: ReadonlyMap<ScanId, Surface>,
  { scan, path, deepest }: UndercutAsk,
  task: LongTask,
): Promise<Undercut> {
  const surface = surfaces.get(scan);
  if (!surface) throw new Error(`no scan ${scan}`);
  const topology = topologyOf(surface);
  const { positions, indices, faces } = topology;
  const up = new Vector3(...path).negate().normalize();
  const outwards = isInsideOut(surface) ? -1 : 1;
  await task.yieldToEventLoop();
  const grid = new HeightGrid(positions, indices, up);
  const ray = new Ray(new Vector3(), up);
  const [middle, normal] = [new Vector3(), new Vector3()];
  const around = new Float64Array(positions.length / 3);
  const hidden = new Float64Array(around.length);
  let sum = 0;
  for (let face = 0; face < indices.length / 3; face++) {
    if (face % atOnce === 0) {
      task.progress(face / (indices.length / 3));
      await task.yieldToEventLoop();
    }
    const area = areaOf(topology, face);
    if (area === 0) continue;
    const corners = indices.subarray(face * 3, face * 3 + 3);
    middleOf(positions, corners, middle);
    normal.fromArray(faces, face * 3).multiplyScalar(outwards / (area * 2));
    ray.origin.copy(middle).addScaledVector(normal, lift);
    const isHidden = normal.dot(up) < -alongPath || surface.bvh.raycastFirst(ray, DoubleSide) !== null;
    if (isHidden) sum += area;
    for (const vertex of corners) {
      const own = topology.joined[vertex];
      around[own] = around[own] + area;
      if (isHidden) hidden[own] = hidden[own] + area;
    }
  }
  const values = new Float32Array(around.length).fill(Number.NaN);
  for (let v = 0; v < values.length; v++) {
    if (v % atOnce === 0) await task.yieldToEventLoop();
    const own = topology.joined[v];
    const share = hidden[own];
    if (share === 0 || share * 2 < around[own]) continue;
    const i = v * 3;
    values[v] = grid.wayOut(positions[i], positions[i + 1], positions[i + 2], deepest);
  }
  return { values, area: sum };
}

function middleOf(positions: Float32Array, corners: Uint32Array, middle: Vector3): void {
  middle.set(0, 0, 0);
  for (const vertex of corners) {
    const i = vertex * 3;
    middle.x += positions[i];
    middle.y += positions[i + 1];
    middle.z += positions[i + 2];
  }
  middle.divideScalar(3);
}
