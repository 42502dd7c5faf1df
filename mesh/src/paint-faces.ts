import type { PackedColour } from './colour-bytes.ts';
import { GrowableIndices } from './growable-array.ts';
import type { Mesh } from './mesh.ts';
import type { IndexedMesh } from './weld.ts';

/** Colour of faces without one beside coloured faces: white. */
const neutral: PackedColour = 0xffffff;

/** Colours of triangles as runs in their order. */
export class FaceColours {
  /** Triangle, colour, and 1 if a material defined it. */
  readonly #runs = new GrowableIndices(12);

  /** Whether any triangle may have a colour. */
  get hasAny(): boolean {
    const { data, length } = this.#runs;
    for (let at = 2; at < length; at += 3) if (data[at] === 1) return true;
    return false;
  }

  /** Sets the colour from this triangle on; undefined clears it. */
  set(triangle: number, colour: PackedColour | undefined): void {
    const runs = this.#runs;
    // Of materials without a face between them the last one applies.
    if (runs.length > 0 && runs.data[runs.length - 3] === triangle) runs.length -= 3;
    runs.push3(triangle, colour ?? neutral, colour === undefined ? 0 : 1);
  }

  /** The colour of a triangle, if a material defined it; must be called in the order of the triangles. */
  inOrder(): (triangle: number) => PackedColour | undefined {
    const { data, length } = this.#runs;
    let run = -3;
    return (triangle) => {
      while (run + 3 < length && data[run + 3] <= triangle) run += 3;
      return run >= 0 && data[run + 2] === 1 ? data[run + 1] : undefined;
    };
  }

  /** Runs of triangles, grouped by colour. */
  *byColour(triangles: number): Generator<{ colour: PackedColour; from: number; to: number }> {
    const { data, length } = this.#runs;
    const count = length / 3;
    const order = Uint32Array.from({ length: count }, (_, run) => run);
    const colourOf = (run: number) => data[run * 3 + 1];
    order.sort((a, b) => colourOf(a) - colourOf(b));
    const first = count > 0 ? data[0] : triangles;
    if (first > 0) yield { colour: neutral, from: 0, to: first };
    for (const run of order) {
      const to = run + 1 < count ? data[run * 3 + 3] : triangles;
      yield { colour: colourOf(run), from: data[run * 3], to };
    }
  }
}

/**
 * Colours the faces of a mesh. Where faces of several colours meet, their vertices are duplicated for each colour.
 * Vertices with their own colour keep it: `own` has red, green, blue of each, `isOwn` says which have one.
 * Modifies the indices of `mesh`.
 */
export function paintFaces(
  mesh: IndexedMesh,
  faces: FaceColours,
  own: Uint8Array,
  isOwn: (vertex: number) => boolean,
): Mesh {
  const { positions, indices } = mesh;
  const count = positions.length / 3;
  const marks = new Uint32Array(count);
  const copies = new Uint32Array(count);
  const origins: number[] = [];
  const paints: number[] = [];
  for (const { colour, from, to } of faces.byColour(mesh.triangles)) {
    const mark = colour + 1;
    for (let corner = from * 3; corner < to * 3; corner++) {
      const vertex = indices[corner];
      if (isOwn(vertex)) continue;
      if (marks[vertex] === 0) {
        copies[vertex] = vertex;
        write(own, vertex, colour);
      } else if (marks[vertex] !== mark) {
        copies[vertex] = count + origins.length;
        origins.push(vertex);
        paints.push(colour);
      }
      marks[vertex] = mark;
      indices[corner] = copies[vertex];
    }
  }
  if (origins.length === 0) return { ...mesh, colors: own };
  const all = new Float32Array((count + origins.length) * 3);
  const colors = new Uint8Array(all.length);
  all.set(positions);
  colors.set(own);
  for (const [i, origin] of origins.entries()) {
    for (let axis = 0; axis < 3; axis++) all[(count + i) * 3 + axis] = positions[origin * 3 + axis];
    write(colors, count + i, paints[i]);
  }
  return { ...mesh, positions: all, colors };
}

function write(colors: Uint8Array, vertex: number, colour: PackedColour): void {
  colors[vertex * 3] = colour >> 16;
  colors[vertex * 3 + 1] = (colour >> 8) & 255;
  colors[vertex * 3 + 2] = colour & 255;
}
