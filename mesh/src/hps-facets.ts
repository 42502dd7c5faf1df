import { MeshError } from './mesh.ts';

/**
 * Commands of the facets in schemas CA and CC of the packed scan standard (HIMSA format 501). Each is one byte with
 * zero upper four bits, followed by its operands.
 */
const extend = 0;
const previous = 1;
const next = 2;
const skipEdge = 3;
const restart = 4;
const restartAt16 = 5;
const restartAt32 = 6;
const extendTo16 = 7;
const extendTo32 = 8;
const removeEdge = 9;
const skipVertex = 10;

/**
 * Unpacks facets: a ring of edges grows from a first triangle, and each command describes what is beyond the current
 * edge. Returns three vertex indices per triangle. Writers use either 16 or 32 bits for the numbers after commands 5
 * and 7; the width that yields exactly the declared facets is right.
 * @throws MeshError if neither does.
 */
export function unpackFacets(bytes: Uint8Array, vertices: number, facets: number): Uint32Array {
  // A command creates at most one triangle.
  if (facets > bytes.length) throw new MeshError('truncated', 'facets');
  try {
    return new FacetReader(bytes, vertices, facets, 4).read();
  } catch (error) {
    if (!(error instanceof MeshError)) throw error;
    try {
      return new FacetReader(bytes, vertices, facets, 2).read();
    } catch {
      throw error;
    }
  }
}

class FacetReader {
  readonly #view: DataView;
  readonly #vertices: number;
  readonly #facets: number;
  readonly #width: 2 | 4;
  readonly #indices: Uint32Array;
  #at = 0;
  #length = 0;
  #nextVertex = 0;
  /** The ring: each edge leads from its vertex to that of the next edge. */
  readonly #vertexOf: number[] = [];
  readonly #after: number[] = [];
  readonly #before: number[] = [];
  #current = -1;
  #size = 0;

  constructor(bytes: Uint8Array, vertices: number, facets: number, width: 2 | 4) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#vertices = vertices;
    this.#facets = facets;
    this.#width = width;
    this.#indices = new Uint32Array(facets * 3);
  }

  read(): Uint32Array {
    while (this.#at < this.#view.byteLength) this.#take(this.#view.getUint8(this.#at++));
    if (this.#length !== this.#indices.length) throw new MeshError('truncated', 'fewer facets than declared');
    return this.#indices;
  }

  #take(command: number): void {
    if (command === extend) this.#extend(this.#takeVertex());
    else if (command === previous) this.#close(this.#edge(this.#before), this.#current);
    else if (command === next) this.#close(this.#current, this.#edge(this.#after));
    else if (command === skipEdge) this.#current = this.#edge(this.#after);
    else if (command === restart) this.#begin(this.#takeVertex(), this.#takeVertex(), this.#takeVertex());
    else if (command === restartAt16)
      this.#begin(this.#number(this.#width), this.#number(this.#width), this.#number(this.#width));
    else if (command === restartAt32) this.#begin(this.#number(4), this.#number(4), this.#number(4));
    else if (command === extendTo16) this.#extend(this.#number(this.#width));
    else if (command === extendTo32) this.#extend(this.#number(4));
    else if (command === removeEdge) this.#remove();
    else if (command === skipVertex) this.#takeVertex();
    else throw new MeshError('syntax', 'facet command');
  }

  #takeVertex(): number {
    return this.#nextVertex++;
  }

  #number(width: 2 | 4): number {
    const at = this.#at;
    if (at + width > this.#view.byteLength) throw new MeshError('truncated', 'facet command');
    this.#at += width;
    return width === 4 ? this.#view.getUint32(at, true) : this.#view.getUint16(at, true);
  }

  #edge(of: number[]): number {
    if (this.#size === 0) throw new MeshError('syntax', 'no edge');
    return of[this.#current];
  }

  #push(a: number, b: number, c: number): void {
    if (this.#length === this.#facets * 3) throw new MeshError('count-mismatch', 'facets');
    for (const vertex of [a, b, c]) {
      if (vertex >= this.#vertices) throw new MeshError('bad-index');
      this.#indices[this.#length++] = vertex;
    }
  }

  #begin(a: number, b: number, c: number): void {
    this.#push(a, b, c);
    this.#vertexOf.length = 0;
    this.#vertexOf.push(a, b, c);
    this.#after.splice(0, this.#after.length, 1, 2, 0);
    this.#before.splice(0, this.#before.length, 2, 0, 1);
    this.#current = 0;
    this.#size = 3;
  }

  /** Adds a triangle on the current edge, which its two new edges replace; the edge after them becomes current. */
  #extend(vertex: number): void {
    const edge = this.#current;
    const after = this.#edge(this.#after);
    this.#push(vertex, this.#vertexOf[after], this.#vertexOf[edge]);
    const added = this.#vertexOf.push(vertex) - 1;
    this.#link(edge, added);
    this.#link(added, after);
    this.#size++;
    this.#current = after;
  }

  /** Adds a triangle between two consecutive edges, which one edge replaces; the edge after it becomes current. */
  #close(first: number, second: number): void {
    if (this.#size < 2) throw new MeshError('syntax', 'one edge');
    const after = this.#after[second];
    const [a, b, c] = [first, second, after].map((edge) => this.#vertexOf[edge]);
    // Same orientation as its neighbours.
    this.#push(b, a, c);
    this.#link(first, after);
    this.#size--;
    this.#current = after;
  }

  /** Removes the current edge, together with the previous one if that only leads there and back. */
  #remove(): void {
    const edge = this.#current;
    const after = this.#edge(this.#after);
    const before = this.#before[edge];
    const turnsBack = this.#size > 2 && this.#vertexOf[before] === this.#vertexOf[after];
    this.#link(this.#before[turnsBack ? before : edge], after);
    this.#size -= turnsBack ? 2 : 1;
    this.#current = after;
  }

  #link(edge: number, after: number): void {
    this.#after[edge] = after;
    this.#before[after] = edge;
  }
}
