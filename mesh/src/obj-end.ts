import { MeshError } from './mesh.ts';
import { lineText, type TextCursor } from './text-cursor.ts';

const newline = 10;
const carriageReturn = 13;
/** Share of unused vertices from which a file that ends within a line counts as truncated. */
const unusedShare = 0.01;

/**
 * Distinguishes a truncated OBJ from a complete one. The format declares no length, so this relies on the traces of a
 * cut: an incomplete last line, vertices whose faces are missing, and fewer triangles or vertices than the comments at
 * the beginning state, as MeshLab writes them. A missing final line end alone is no sign, because many programs omit
 * it. A cut exactly between two lines of a file without counts cannot be detected.
 */
export class ObjEnd {
  readonly #bytes: Uint8Array;
  /** Start of the last line; undefined if the text ends with a line end. */
  readonly #openLine: number | undefined;
  #stated = { triangles: 0, vertices: 0 };
  /** Whether points or lines may also use vertices. */
  hasOtherShapes = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    let at = bytes.length;
    while (at > 0 && !isLineEnd(bytes[at - 1])) at--;
    if (at < bytes.length) this.#openLine = at;
  }

  /** Reads a comment that starts at `at`. */
  readComment(at: number): void {
    const [, what, count] =
      /^#\s*(vertices|faces|triangles)\s*:\s*(\d{1,9})\s*$/i.exec(lineText(this.#bytes, at, 200)) ?? [];
    if (!what || !count) return;
    const kind = what.toLowerCase() === 'vertices' ? 'vertices' : 'triangles';
    this.#stated[kind] = Math.max(this.#stated[kind], Number(count));
  }

  /** The refusal for an error at the cursor: on an unterminated last line it is a truncation. */
  refusalAt({ at }: TextCursor, error: MeshError): MeshError {
    return this.#openLine !== undefined && at >= this.#openLine ? cutOff('last line') : error;
  }

  /** Throws `truncated` for an incomplete surface. */
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

/** Whether a line lacks numbers, or its last corner has fewer parts than the first one. */
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
