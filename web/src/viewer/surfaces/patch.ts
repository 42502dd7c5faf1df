import type { Surface } from './surface.ts';

/** Numbers triples from 0 in order of appearance; equal ones share a number. */
class IdTable {
  #slots: Int32Array;
  #keys: Float64Array;
  #count = 0;

  constructor(expected: number) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(16, expected * 2)))).fill(-1);
    this.#keys = new Float64Array(this.#slots.length * 1.5);
  }

  idOf(x: number, y: number, z: number): number {
    if (this.#count * 2 >= this.#slots.length) this.#grow();
    const slot = this.#slotOf(x, y, z);
    const found = this.#slots[slot];
    if (found >= 0) return found;
    this.#slots[slot] = this.#count;
    this.#keys.set([x, y, z], this.#count * 3);
    return this.#count++;
  }

  #slotOf(x: number, y: number, z: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(x, y, z) & mask;
    for (;;) {
      const id = this.#slots[slot];
      if (id < 0) return slot;
      const at = id * 3;
      if (this.#keys[at] === x && this.#keys[at + 1] === y && this.#keys[at + 2] === z) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const keys = this.#keys;
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    this.#keys = new Float64Array(this.#slots.length * 1.5);
    this.#keys.set(keys);
    for (let id = 0; id < this.#count; id++) {
      const at = id * 3;
      this.#slots[this.#slotOf(keys[at], keys[at + 1], keys[at + 2])] = id;
    }
  }
}

function hash(x: number, y: number, z: number): number {
  const mixed =
    Math.imul((x * 8191) | 0, 73856093) ^
    Math.imul((y * 8191) | 0, 19349663) ^
    Math.imul((z * 8191) | 0, 83492791);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Some triangles of a scan with their connectivity. Vertices in the same place are one. */
export interface Patch {
  /** x y z of each vertex. */
  positions: Float64Array;
  /** Three vertices per face. */
  corners: Uint32Array;
  /** Three edges per face: from each corner to the next. */
  sides: Uint32Array;
  /** Two vertices per edge. */
  ends: Uint32Array;
  facesOfVertex: Lists;
  facesOfEdge: Lists;
}

/** Concatenated lists of numbers: list `i` starts at `starts[i]` and ends before `starts[i + 1]`. */
interface Lists {
  starts: Uint32Array;
  items: Uint32Array;
}

/** The patch of some triangles of a scan, and the vertex and face of it that each of them became. */
export function patchOf({ geometry }: Surface, triangles: Uint32Array): Patch {
  const index = geometry.index?.array as Uint32Array;
  const all = geometry.getAttribute('position').array as Float32Array;
  const corners = new Uint32Array(triangles.length * 3);
  const ids = new IdTable(triangles.length);
  const positions: number[] = [];
  for (const [face, triangle] of triangles.entries()) {
    for (let corner = 0; corner < 3; corner++) {
      const at = index[triangle * 3 + corner] * 3;
      const [x, y, z] = [all[at], all[at + 1], all[at + 2]];
      const id = ids.idOf(x, y, z);
      if (id * 3 === positions.length) positions.push(x, y, z);
      corners[face * 3 + corner] = id;
    }
  }
  return joined(Float64Array.from(positions), corners);
}

/** The patch of some faces of a patch. */
export function partOf({ positions, corners }: Patch, faces: Uint32Array): Patch {
  const own = new Map<number, number>();
  const kept: number[] = [];
  const ownCorners = new Uint32Array(faces.length * 3);
  for (const [at, face] of faces.entries()) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = corners[face * 3 + corner];
      let id = own.get(vertex);
      if (id === undefined) {
        id = own.size;
        own.set(vertex, id);
        for (let axis = 0; axis < 3; axis++) kept.push(positions[vertex * 3 + axis]);
      }
      ownCorners[at * 3 + corner] = id;
    }
  }
  return joined(Float64Array.from(kept), ownCorners);
}

function joined(positions: Float64Array, corners: Uint32Array): Patch {
  const sides = new Uint32Array(corners.length);
  const ids = new IdTable(corners.length / 2);
  const ends: number[] = [];
  for (let at = 0; at < corners.length; at++) {
    const a = corners[at];
    const b = corners[at % 3 === 2 ? at - 2 : at + 1];
    const id = ids.idOf(Math.min(a, b), Math.max(a, b), 0);
    if (id * 2 === ends.length) ends.push(a, b);
    sides[at] = id;
  }
  return {
    positions,
    corners,
    sides,
    ends: Uint32Array.from(ends),
    facesOfVertex: facesOf(corners, positions.length / 3),
    facesOfEdge: facesOf(sides, ends.length / 2),
  };
}

/** For each of `count` elements the faces that refer to it, with three references per face. */
function facesOf(names: Uint32Array, count: number): Lists {
  const starts = new Uint32Array(count + 1);
  for (const name of names) starts[name + 1] = starts[name + 1] + 1;
  for (let i = 0; i < count; i++) starts[i + 1] = starts[i + 1] + starts[i];
  const next = starts.slice();
  const items = new Uint32Array(names.length);
  for (let at = 0; at < names.length; at++) {
    const name = names[at];
    items[next[name]] = Math.floor(at / 3);
    next[name] = next[name] + 1;
  }
  return { starts, items };
}
