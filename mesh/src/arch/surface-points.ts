import type { Mesh } from '../mesh.ts';
import type { Vector } from './vectors.ts';

/** Points evenly distributed over a surface, independent of the size of its triangles. */
export interface SurfacePoints {
  /** x, y, z and the unit normal of the triangle: six numbers per point. */
  values: Float32Array;
  count: number;
  /** Sum of all triangles' area vectors over their area: 0 for a closed body, otherwise points out of the opening. */
  opening: Vector;
}

/** Steps of the low-discrepancy sequence R2 (Martin Roberts 2018). */
const stepU = 0.7548776662466927;
const stepV = 0.5698402909980532;

/** Enough for cells of 1 mm on a jaw with a base. */
const wanted = 30_000;

/** Samples a mesh; deterministic. */
export function surfacePoints({
  positions,
  indices,
  triangles,
}: Pick<Mesh, 'positions' | 'indices' | 'triangles'>): SurfacePoints {
  const corner = (at: number) => (indices ? indices[at] : at) * 3;
  const doubled = new Float64Array(triangles);
  const sum = [0, 0, 0];
  let area = 0;
  const normal = new Float64Array(3);
  const measure = (t: number): number => {
    const [a, b, c] = [corner(t * 3), corner(t * 3 + 1), corner(t * 3 + 2)];
    const ax = positions[a];
    const ay = positions[a + 1];
    const az = positions[a + 2];
    const ux = positions[b] - ax;
    const uy = positions[b + 1] - ay;
    const uz = positions[b + 2] - az;
    const vx = positions[c] - ax;
    const vy = positions[c + 1] - ay;
    const vz = positions[c + 2] - az;
    normal[0] = uy * vz - uz * vy;
    normal[1] = uz * vx - ux * vz;
    normal[2] = ux * vy - uy * vx;
    return Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
  };
  for (let t = 0; t < triangles; t++) {
    const size = measure(t);
    doubled[t] = size;
    area += size;
    for (let k = 0; k < 3; k++) sum[k] = sum[k] + normal[k];
  }
  const step = area / wanted;
  const values = new Float32Array((wanted + 1) * 6);
  let [count, owed, u, v] = [0, step / 2, 0.5, 0.5];
  for (let t = 0; t < triangles && step > 0; t++) {
    owed += doubled[t];
    if (owed < step) continue;
    const size = measure(t) || 1;
    const [a, b, c] = [corner(t * 3), corner(t * 3 + 1), corner(t * 3 + 2)];
    for (; owed >= step && count <= wanted; owed -= step) {
      u = (u + stepU) % 1;
      v = (v + stepV) % 1;
      const [s, r] = u + v > 1 ? [1 - u, 1 - v] : [u, v];
      for (let k = 0; k < 3; k++) {
        const from = positions[a + k];
        values[count * 6 + k] = from + s * (positions[b + k] - from) + r * (positions[c + k] - from);
        values[count * 6 + 3 + k] = normal[k] / size;
      }
      count++;
    }
  }
  const opening = area > 0 ? sum.map((each) => each / area) : sum;
  return { values, count, opening: opening as unknown as Vector };
}

/** Every fifth of the points, x, y, z each. */
export function sampleOf({ values, count }: SurfacePoints): Float32Array<ArrayBuffer> {
  const sample = new Float32Array(Math.floor(count / 5) * 3);
  for (let i = 0; i < sample.length / 3; i++) {
    for (let axis = 0; axis < 3; axis++) sample[i * 3 + axis] = values[i * 30 + axis];
  }
  return sample;
}
