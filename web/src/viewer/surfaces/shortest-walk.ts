import type { Patch } from './patch.ts';
import type { Triple } from './places.ts';
import type { Turn } from './turn.ts';

/** Gives back numbers in the order of their keys, the smallest first. */
class WaitingList {
  readonly #items: number[] = [];
  readonly #keys: number[] = [];

  add(item: number, key: number): void {
    let at = this.#items.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((this.#keys[above] as number) <= key) break;
      this.#put(at, this.#items[above] as number, this.#keys[above] as number);
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
      if ((this.#keys[below + 1] ?? Number.POSITIVE_INFINITY) < (this.#keys[below] as number)) below++;
      if ((this.#keys[below] as number) >= key) break;
      this.#put(at, this.#items[below] as number, this.#keys[below] as number);
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

/** A point of a patch and the face that it lies in. */
export interface Standing {
  point: Triple;
  face: number;
}

/** A place on an edge, `share` of the way from its first end to its second. */
export interface Crossing {
  edge: number;
  share: number;
}

/** Points taken out of the list between two rests. */
const stretch = 2048;

/**
 * The shortest of the walks that go straight through faces and pass from one to the next at a corner or at one of
 * `perEdge` evenly spaced places of each edge; null where no walk leads from one end to the other.
 */
export async function shortestWalk(
  patch: Patch,
  from: Standing,
  to: Standing,
  perEdge: number,
  turn: Turn,
): Promise<Crossing[] | null> {
  const { positions, corners, sides, ends, facesOfVertex, facesOfEdge } = patch;
  const vertices = positions.length / 3;
  const count = vertices + (ends.length / 2) * perEdge;
  const goal = count;
  const spots = new Float64Array((count + 1) * 3);
  spots.set(positions);
  for (let node = vertices; node < count; node++) {
    const [edge, share] = placeOf(node);
    const [a, b] = [(ends[edge * 2] as number) * 3, (ends[edge * 2 + 1] as number) * 3];
    for (let axis = 0; axis < 3; axis++) {
      const start = positions[a + axis] as number;
      spots[node * 3 + axis] = start + share * ((positions[b + axis] as number) - start);
    }
  }
  spots.set(to.point, goal * 3);

  const walked = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  const before = new Int32Array(count + 1).fill(-1);
  const isDone = new Uint8Array(count + 1);
  const waiting = new WaitingList();
  const whole = Math.max(1e-9, between(from.point, goal));

  function placeOf(node: number): [edge: number, share: number] {
    const at = node - vertices;
    return [Math.floor(at / perEdge), ((at % perEdge) + 1) / (perEdge + 1)];
  }
  function between([x, y, z]: Triple, node: number): number {
    const at = node * 3;
    return Math.hypot(
      x - (spots[at] as number),
      y - (spots[at + 1] as number),
      z - (spots[at + 2] as number),
    );
  }
  function reach(node: number, length: number, by: number): void {
    if (isDone[node] || length >= (walked[node] as number)) return;
    walked[node] = length;
    before[node] = by;
    const ahead = apart(spots, node, goal);
    waiting.add(node, length + ahead);
  }
  /** Goes on from a node, or from the start, to everything in a face. */
  function cross(face: number, distanceTo: (node: number) => number, length: number, by: number): void {
    for (let i = face * 3; i < face * 3 + 3; i++) {
      const corner = corners[i] as number;
      reach(corner, length + distanceTo(corner), by);
      const first = vertices + (sides[i] as number) * perEdge;
      for (let node = first; node < first + perEdge; node++) reach(node, length + distanceTo(node), by);
    }
    if (face === to.face) reach(goal, length + distanceTo(goal), by);
  }

  cross(from.face, (node) => between(from.point, node), 0, -1);
  for (let steps = 1; ; steps++) {
    const node = waiting.take();
    if (node === undefined) return null;
    if (node === goal) break;
    if (isDone[node]) continue;
    isDone[node] = 1;
    if (steps % stretch === 0) {
      turn.progress(Math.max(0, 1 - apart(spots, node, goal) / whole));
      await turn.rest();
    }
    const [{ starts, items }, name] =
      node < vertices ? [facesOfVertex, node] : [facesOfEdge, placeOf(node)[0]];
    const length = walked[node] as number;
    const distanceTo = (other: number) => apart(spots, node, other);
    for (let i = starts[name] as number; i < (starts[name + 1] as number); i++) {
      cross(items[i] as number, distanceTo, length, node);
    }
  }

  const walk: Crossing[] = [];
  for (let node = before[goal] as number; node >= 0; node = before[node] as number) {
    walk.unshift(
      node < vertices ? atVertex(patch, node) : { edge: placeOf(node)[0], share: placeOf(node)[1] },
    );
  }
  return walk;
}

function atVertex({ corners, sides, ends, facesOfVertex }: Patch, vertex: number): Crossing {
  const face = facesOfVertex.items[facesOfVertex.starts[vertex] as number] as number;
  const at = [0, 1, 2].find((corner) => corners[face * 3 + corner] === vertex) ?? 0;
  const edge = sides[face * 3 + at] as number;
  return { edge, share: ends[edge * 2] === vertex ? 0 : 1 };
}

function apart(spots: Float64Array, a: number, b: number): number {
  const x = (spots[a * 3] as number) - (spots[b * 3] as number);
  const y = (spots[a * 3 + 1] as number) - (spots[b * 3 + 1] as number);
  const z = (spots[a * 3 + 2] as number) - (spots[b * 3 + 2] as number);
  return Math.sqrt(x * x + y * y + z * z);
}
