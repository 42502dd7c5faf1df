import { MeshError } from './mesh.ts';
import { lineText, type TextCursor } from './text-cursor.ts';

const newline = 10;
const carriageReturn = 13;
/** Share of vertices without a face from which a file that stops within a line counts as cut off. */
const unusedShare = 0.01;

/**
 * Tells an OBJ that was cut off from a complete one. The format states no length, so this rests on what a cut leaves:
 * a last line that stops halfway, vertices whose faces are missing, and fewer triangles or vertices than the comments
 * at the beginning state, as MeshLab writes them. A last line without a line end alone is no sign: many programs leave
 * it out. A cut exactly at the end of a line, in a file that states no counts, cannot be recognised.
 */
export class ObjEnd {
  readonly #bytes: Uint8Array;
  /** Where the last line begins; undefined where the text ends with a line end. */
  readonly #openLine: number | undefined;
  #stated = { triangles: 0, vertices: 0 };
  /** Whether points or lines may use vertices, too. */
  hasOtherShapes = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    let at = bytes.length;
    while (at > 0 && !isLineEnd(bytes[at - 1])) at--;
    if (at < bytes.length) this.#openLine = at;
  }

  /** Takes a comment that starts at `at`. */
  readComment(at: number): void {
    const [, what, count] =
      /^#\s*(vertices|faces|triangles)\s*:\s*(\d{1,9})\s*$/i.exec(lineText(this.#bytes, at, 200)) ?? [];
    if (!what || !count) return;
    const kind = what.toLowerCase() === 'vertices' ? 'vertices' : 'triangles';
    this.#stated[kind] = Math.max(this.#stated[kind], Number(count));
  }

  /** The refusal for a mistake found while the cursor stood at `at`: on an open last line it is the cut. */
  refusalAt({ at }: TextCursor, error: MeshError): MeshError {
    return this.#openLine !== undefined && at >= this.#openLine ? cutOff('last line') : error;
  }

  /** Throws `truncated` for a surface that is not all there. */
  check(vertices: number, indices: Uint32Array, highest: number): void {
    if (indices.length / 3 < this.#stated.triangles) throw cutOff('fewer triangles than stated');
    if (vertices < this.#stated.vertices) throw cutOff('fewer vertices than stated');
    if (this.#openLine === undefined) return;
    if (highest >= vertices) throw cutOff('vertices missing');
    if (isHalfLine(lineText(this.#bytes, this.#openLine, 4096))) throw cutOff('last line');
    if (this.hasOtherShapes) return;
    if (unusedAmong(vertices, indices) > vertices * unusedShare) throw cutOff('faces missing');
  }
}

const cutOff = (detail: string) => new MeshError('truncated', detail);

const isLineEnd = (byte: number | undefined) => byte === newline || byte === carriageReturn;

/** Whether a line lacks numbers, or its last corner is written with fewer parts than the first one. */
function isHalfLine(line: string): boolean {
  const [keyword, ...words] = line.replace(/#.*$/, '').trim().split(/\s+/);
  if (keyword === 'v' || keyword === 'vn') return words.length < 3;
  if (keyword !== 'f') return false;
  const partsOf = (corner: string) => corner.replace(/-?\d+/g, 'n');
  return words.length < 3 || words.some((corner) => partsOf(corner) !== partsOf(words[0] as string));
}

function unusedAmong(vertices: number, indices: Uint32Array): number {
  const isUsed = new Uint8Array(vertices);
  for (const vertex of indices) isUsed[vertex] = 1;
  return isUsed.reduce((unused, used) => unused - used, vertices);
}
