import type { LongTask } from './long-task.ts';
import type { Patch } from './patch.ts';
import type { Triple } from './places.ts';

/** A point of a patch and the face that contains it. */
export interface FacePoint {
  point: Triple;
  face: number;
}

/** A vertex or an edge that a walk comes to, and the face by which it does. The other of the two is -1. */
export interface Step {
  face: number;
  vertex: number;
  edge: number;
}

/** Points taken off the heap before yielding to the event loop. */
const stretch = 2048;

/**
 * The shortest path by straight segments through faces that cross edges at a vertex or at one of `perEdge` evenly
 * spaced points (A*); null if the ends are not connected.
 */
export async function shortestWalk(
  patch: Patch,
  from: FacePoint,
  to: FacePoint,
  perEdge: number,
  task: LongTask,
): Promise<Step[] | null> {
  const { positions, corners, sides, ends, facesOfVertex, facesOfEdge } = patch;
  const vertices = positions.length / 3;
  const count = vertices + (ends.length / 2) * perEdge;
  const goal = count;
  const spots = new Float64Array((count + 1) * 3);
  spots.set(positions);
  for (let node = vertices; node < count; node++) {
    const [edge, share] = placeOf(node);
    const [a, b] = [ends[edge * 2] * 3, ends[edge * 2 + 1] * 3];
    for (let axis = 0; axis < 3; axis++) {
      const start = positions[a + axis];
      spots[node * 3 + axis] = start + share * (positions[b + axis] - start);
    }
  }
  spots.set(to.point, goal * 3);

  const walked = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  const before = new Int32Array(count + 1).fill(-1);
  const through = new Int32Array(count + 1);
  const isDone = new Uint8Array(count + 1);
  const heap = new MinHeap();
  const whole = Math.max(1e-9, between(from.point, goal));

  function placeOf(node: number): [edge: number, share: number] {
    const at = node - vertices;
    return [Math.floor(at / perEdge), ((at % perEdge) + 1) / (perEdge + 1)];
  }
  function between([x, y, z]: Triple, node: number): number {
    const at = node * 3;
    return Math.hypot(x - spots[at], y - spots[at + 1], z - spots[at + 2]);
  }
  function reach(node: number, length: number, by: number, face: number): void {
    if (isDone[node] || length >= walked[node]) return;
    walked[node] = length;
    before[node] = by;
    through[node] = face;
    const ahead = apart(spots, node, goal);
    heap.add(node, length + ahead);
  }
  /** Expands a node, or the start, to everything on a face. */
  function cross(face: number, distanceTo: (node: number) => number, length: number, by: number): void {
    for (let i = face * 3; i < face * 3 + 3; i++) {
      const corner = corners[i];
      reach(corner, length + distanceTo(corner), by, face);
      const first = vertices + sides[i] * perEdge;
      for (let node = first; node < first + perEdge; node++) reach(node, length + distanceTo(node), by, face);
    }
    if (face === to.face) reach(goal, length + distanceTo(goal), by, face);
  }

  cross(from.face, (node) => between(from.point, node), 0, -1);
  for (let steps = 1; ; steps++) {
    const node = heap.take();
    if (node === undefined) return null;
    if (node === goal) break;
    if (isDone[node]) continue;
    isDone[node] = 1;
    if (steps % stretch === 0) {
      task.progress(Math.max(0, 1 - apart(spots, node, goal) / whole));
      await task.yieldToEventLoop();
    }
    const [{ starts, items }, name] =
      node < vertices ? [facesOfVertex, node] : [facesOfEdge, placeOf(node)[0]];
    const length = walked[node];
    const distanceTo = (other: number) => apart(spots, node, other);
    for (let i = starts[name]; i < starts[name + 1]; i++) {
      cross(items[i], distanceTo, length, node);
    }
  }

  const walk: Step[] = [];
  for (let node = before[goal]; node >= 0; node = before[node]) {
    const edge = node < vertices ? -1 : placeOf(node)[0];
    // The edge between two corners at one place is a vertex.
    const isPoint = edge >= 0 && ends[edge * 2] === ends[edge * 2 + 1];
    const vertex = node < vertices ? node : isPoint ? ends[edge * 2] : -1;
    walk.push({ face: through[node], vertex, edge: isPoint ? -1 : edge });
  }
  return walk.reverse();
}

function apart(spots: Float64Array, a: number, b: number): number {
  const x = spots[a * 3] - spots[b * 3];
  const y = spots[a * 3 + 1] - spots[b * 3 + 1];
  const z = spots[a * 3 + 2] - spots[b * 3 + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Priority queue of numbers: `take` removes the one with the smallest key. */
class MinHeap {
  readonly #items: number[] = [];
  readonly #keys: number[] = [];

  add(item: number, key: number): void {
    let at = this.#items.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#keys[above] <= key) break;
      this.#put(at, this.#items[above], this.#keys[above]);
      at = above;
    }
    this.#put(at, item, key);
  }

  take(): number | undefined {
    const first = this.#items[0];
    const item = this.#items.pop();
    const key = this.#keys.pop();
    if (item === undefined || key === undefined || this.#items.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= this.#items.length) break;
      if ((this.#keys[below + 1] ?? Number.POSITIVE_INFINITY) < this.#keys[below]) below++;
      if (this.#keys[below] >= key) break;
      this.#put(at, this.#items[below], this.#keys[below]);
      at = below;
    }
    this.#put(at, item, key);
    return first;
  }

  #put(at: number, item: number, key: number): void {
    this.#items[at] = item;
    this.#keys[at] = key;
  }
}
