import { Vector3 } from 'three';

/** Maximum number of cells: finer ones add nothing to the scan's resolution. */
const maxCells = 2_000_000;
/** Millimetres, unless the scan is too large for it. */
const finestCell = 0.05;
/** Cells along the side of a block, which the search can skip as a whole. */
const block = 8;

/**
 * A height map of a surface seen along a direction. Finds how far sideways a place below an overhang must move until
 * nothing is above it, like an undercut gauge below the survey line.
 */
export class HeightGrid {
  /** Millimetres. */
  readonly cell: number;
  readonly #right: Vector3;
  readonly #ahead: Vector3;
  readonly #up: Vector3;
  readonly #width: number;
  readonly #depth: number;
  readonly #least: [number, number];
  readonly #heights: Float32Array;
  readonly #lowest: Float32Array;

  /** `up` is the unit vector towards the viewer. */
  constructor(positions: Float32Array, indices: Uint32Array, up: Vector3) {
    this.#up = up;
    const side = Math.abs(up.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
    this.#right = side.cross(up).normalize();
    this.#ahead = up.clone().cross(this.#right);
    const flat = this.#flatten(positions);
    let [left, near, right, far] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < flat.length; i += 3) {
      left = Math.min(left, flat[i]);
      right = Math.max(right, flat[i]);
      near = Math.min(near, flat[i + 1]);
      far = Math.max(far, flat[i + 1]);
    }
    this.#least = [left, near];
    this.cell = Math.max(finestCell, Math.sqrt(((right - left) * (far - near)) / maxCells));
    this.#width = Math.ceil((right - left) / this.cell) + 1;
    this.#depth = Math.ceil((far - near) / this.cell) + 1;
    this.#heights = new Float32Array(this.#width * this.#depth).fill(Number.NEGATIVE_INFINITY);
    for (let i = 0; i < indices.length; i += 3) {
      this.#raise(flat, indices[i], indices[i + 1], indices[i + 2]);
    }
    this.#lowest = this.#lowestOfBlocks();
  }

  /**
   * Millimetres across the direction to the nearest place at the same height with nothing above; `reach` if that is
   * further.
   */
  wayOut(x: number, y: number, z: number, reach: number): number {
    const [u, v, height] = this.#turn(x, y, z);
    const [left, near] = this.#least;
    const [column, row] = [(u - left) / this.cell - 0.5, (v - near) / this.cell - 0.5];
    let best = reach / this.cell;
    // Outside of the scan nothing is above.
    best = Math.min(best, column + 1, row + 1, this.#width - column, this.#depth - row);
    const blocks = Math.ceil(this.#width / block);
    const from = (at: number) => Math.max(0, Math.floor((at - best) / block));
    const to = (at: number, count: number) =>
      Math.min(Math.ceil(count / block) - 1, Math.floor((at + best) / block));
    for (let j = from(row); j <= to(row, this.#depth); j++) {
      for (let i = from(column); i <= to(column, this.#width); i++) {
        if (this.#lowest[j * blocks + i] > height) continue;
        const away = Math.hypot(outside(column, i * block), outside(row, j * block));
        if (away < best) best = this.#nearestIn(i * block, j * block, column, row, height, best);
      }
    }
    if (best === reach / this.cell) return reach;
    // The border is halfway between the last covered and the first free cell.
    return Math.max(0, best - 0.5) * this.cell;
  }

  #nearestIn(i0: number, j0: number, column: number, row: number, height: number, best: number): number {
    let nearest = best;
    for (let j = j0; j < Math.min(j0 + block, this.#depth); j++) {
      for (let i = i0; i < Math.min(i0 + block, this.#width); i++) {
        if (this.#heights[j * this.#width + i] > height) continue;
        nearest = Math.min(nearest, Math.hypot(i - column, j - row));
      }
    }
    return nearest;
  }

  #turn(x: number, y: number, z: number): [number, number, number] {
    const along = (axis: Vector3) => axis.x * x + axis.y * y + axis.z * z;
    return [along(this.#right), along(this.#ahead), along(this.#up)];
  }

  #flatten(positions: Float32Array): Float64Array {
    const flat = new Float64Array(positions.length);
    for (let i = 0; i < positions.length; i += 3) {
      flat.set(this.#turn(positions[i], positions[i + 1], positions[i + 2]), i);
    }
    return flat;
  }

  /** Raises the cells whose centre a face covers to the height of the face. */
  #raise(flat: Float64Array, a: number, b: number, c: number): void {
    const corner = (vertex: number) => {
      const [u, v] = [flat[vertex * 3], flat[vertex * 3 + 1]];
      const at = (value: number, least: number) => (value - least) / this.cell - 0.5;
      return [at(u, this.#least[0]), at(v, this.#least[1]), flat[vertex * 3 + 2]] as const;
    };
    const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = [corner(a), corner(b), corner(c)];
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (area === 0) return;
    const [top, bottom] = [Math.max(0, Math.ceil(Math.min(ay, by, cy))), Math.floor(Math.max(ay, by, cy))];
    const [start, end] = [Math.max(0, Math.ceil(Math.min(ax, bx, cx))), Math.floor(Math.max(ax, bx, cx))];
    for (let j = top; j <= Math.min(bottom, this.#depth - 1); j++) {
      for (let i = start; i <= Math.min(end, this.#width - 1); i++) {
        const ofB = ((i - ax) * (cy - ay) - (cx - ax) * (j - ay)) / area;
        const ofC = ((bx - ax) * (j - ay) - (i - ax) * (by - ay)) / area;
        if (ofB < 0 || ofC < 0 || ofB + ofC > 1) continue;
        const height = az + ofB * (bz - az) + ofC * (cz - az);
        const at = j * this.#width + i;
        if (height > this.#heights[at]) this.#heights[at] = height;
      }
    }
  }

  #lowestOfBlocks(): Float32Array {
    const columns = Math.ceil(this.#width / block);
    const lowest = new Float32Array(columns * Math.ceil(this.#depth / block)).fill(Number.POSITIVE_INFINITY);
    for (let j = 0; j < this.#depth; j++) {
      for (let i = 0; i < this.#width; i++) {
        const at = Math.floor(j / block) * columns + Math.floor(i / block);
        lowest[at] = Math.min(lowest[at], this.#heights[j * this.#width + i]);
      }
    }
    return lowest;
  }
}

/** Distance of a cell to the block that starts at `start`. */
const outside = (at: number, start: number) => Math.max(0, start - at, at - (start + block - 1));
