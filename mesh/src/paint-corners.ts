import type { PackedColour } from './colour-bytes.ts';
import { boundsOf, type Mesh } from './mesh.ts';
import { colourAt, type Picture } from './picture.ts';
import type { IndexedMesh } from './weld.ts';

/** Texture mapping of a mesh. */
export interface Wrapping {
  /** The picture of a triangle; must be called in the order of the triangles. */
  pictureOf(triangle: number): Picture | undefined;
  /** Writes u and v of a corner, counted through all triangles, to `out`. False if it has none. */
  placeOf(corner: number, out: Float64Array, at: number): boolean;
}

/** Colours of everything without a picture. */
interface PlainColours {
  /** Colour of a triangle, if it has one; must be called in the order of the triangles. */
  ofTriangle(triangle: number): PackedColour | undefined;
  /** Colour of a vertex, if it has one; takes precedence over that of its triangle. */
  ofVertex(vertex: number): PackedColour | undefined;
}

/** Corners at one vertex whose red, green and blue differ by at most this count as equal. */
const alike = 48;
/** Marks an explicit colour, as opposed to a sampled one: it is not mixed with others. */
const given = 0x1000000;
/**
 * Share by which a sample moves from the corner to the middle of its triangle, so that it does not see beyond the edge.
 */
const inwards = 1 / 16;
const neutral: PackedColour = 0xffffff;

/**
 * Gives each vertex the colour of the picture at its position. Where pictures or colours meet, vertices are duplicated,
 * one for each side. Modifies the indices of `mesh` and removes unused vertices.
 */
export function paintCorners(mesh: IndexedMesh, wrapping: Wrapping, plain: PlainColours): Mesh {
  const { positions, indices, triangles } = mesh;
  const copies = new Copies(positions.length / 3, indices.length);
  const places = new Float64Array(6);
  for (let triangle = 0; triangle < triangles; triangle++) {
    const corner = triangle * 3;
    const picture = wrapping.pictureOf(triangle);
    const isCovered = picture && [0, 1, 2].every((i) => wrapping.placeOf(corner + i, places, i * 2));
    const own = plain.ofTriangle(triangle);
    for (let i = 0; i < 3; i++) {
      const vertex = indices[corner + i];
      const colour = isCovered
        ? colourOfCorner(picture, places, i)
        : (plain.ofVertex(vertex) ?? own ?? neutral) | given;
      indices[corner + i] = copies.numberOf(vertex, colour);
    }
  }
  const gathered = copies.gather(positions);
  return { ...mesh, ...gathered, bounds: boundsOf(gathered.positions) };
}

function colourOfCorner(picture: Picture, places: Float64Array, corner: number): PackedColour {
  const at = (axis: 0 | 1) => {
    const [a, b, c] = [places[axis], places[2 + axis], places[4 + axis]];
    const own = places[corner * 2 + axis];
    return own + ((a + b + c) / 3 - own) * inwards;
  };
  return colourAt(picture, at(0), at(1));
}

/** Finds the corner of a polygon by its vertex; -1 if there is none. */
export function cornersByVertex(corners: readonly number[]): (vertex: number) => number {
  if (corners.length < 8) return (vertex) => corners.indexOf(vertex);
  const places = new Map(corners.map((vertex, corner) => [vertex, corner]));
  return (vertex) => places.get(vertex) ?? -1;
}

/** The vertices with their colours; most have one copy. */
class Copies {
  /** First copy of each vertex and next copy of each copy, one-based. */
  readonly #first: Uint32Array;
  readonly #next: Uint32Array;
  readonly #origin: Uint32Array;
  readonly #colours: Uint32Array;
  #count = 0;

  constructor(vertices: number, corners: number) {
    this.#first = new Uint32Array(vertices);
    this.#next = new Uint32Array(corners);
    this.#origin = new Uint32Array(corners);
    this.#colours = new Uint32Array(corners);
  }

  numberOf(vertex: number, colour: number): number {
    let copy = this.#first[vertex];
    for (; copy !== 0; copy = this.#next[copy - 1])
      if (isAlike(this.#colours[copy - 1], colour)) return copy - 1;
    const number = this.#count++;
    this.#next[number] = this.#first[vertex];
    this.#first[vertex] = number + 1;
    this.#origin[number] = vertex;
    this.#colours[number] = colour;
    return number;
  }

  gather(positions: Float32Array): Pick<Mesh, 'positions'> & { colors: Uint8Array } {
    const out = new Float32Array(this.#count * 3);
    const colors = new Uint8Array(this.#count * 3);
    for (let copy = 0; copy < this.#count; copy++) {
      const [from, colour] = [this.#origin[copy], this.#colours[copy]];
      for (let axis = 0; axis < 3; axis++) {
        out[copy * 3 + axis] = positions[from * 3 + axis];
        colors[copy * 3 + axis] = (colour >> (16 - 8 * axis)) & 255;
      }
    }
    return { positions: out, colors };
  }
}

function isAlike(a: number, b: number): boolean {
  if (a === b) return true;
  if ((a | b) & given) return false;
  return [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= alike);
}
