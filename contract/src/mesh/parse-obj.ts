import { GrowingFloats, GrowingIndices } from './growing.ts';
import { boundsOf, type Mesh, MeshError } from './mesh.ts';
import { TextCursor } from './text-cursor.ts';

const backslash = 92;
const slash = 47;

/**
 * Reads the surface of an OBJ: `v` with or without r g b, `f` in all four spellings with positive
 * and negative numbers, polygons fan-triangulated, lines joined by a backslash. UTF-16 is refused.
 */
export function parseObj(bytes: Uint8Array): Mesh {
  if (bytes.length === 0) throw new MeshError('empty');
  refuseWideText(bytes);
  const reader = new ObjReader(bytes);
  reader.readAll();
  const positions = reader.positions.finish();
  if (positions.length === 0) throw new MeshError('unknown-format', 'no vertices');
  const mesh: Mesh = { positions, triangles: reader.indices.length / 3, bounds: boundsOf(positions) };
  if (reader.highest >= positions.length / 3) throw new MeshError('bad-index');
  mesh.indices = reader.indices.finish();
  if (reader.colors) mesh.colors = reader.bytesOfColors();
  return mesh;
}

function refuseWideText(bytes: Uint8Array): void {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark === 0xfeff || mark === 0xfffe) throw new MeshError('encoding', 'utf-16');
  for (let i = 0; i < Math.min(bytes.length, 1024); i++) {
    if (bytes[i] === 0) throw new MeshError('unknown-format', 'binary');
  }
}

class ObjReader {
  readonly cursor: TextCursor;
  readonly positions: GrowingFloats;
  readonly indices: GrowingIndices;
  colors: GrowingFloats | undefined;
  highest = -1;

  constructor(bytes: Uint8Array) {
    this.cursor = new TextCursor(bytes);
    this.positions = new GrowingFloats(Math.ceil(bytes.length / 70) * 3);
    this.indices = new GrowingIndices(Math.ceil(bytes.length / 35) * 3);
  }

  readAll(): void {
    const { cursor } = this;
    while (cursor.toToken()) {
      if (cursor.takeWord('v')) this.readVertex();
      else if (cursor.takeWord('f')) this.readFace();
      while (this.more()) cursor.skipToken();
      cursor.skipLine();
    }
  }

  /** Moves to the next value of this statement; a backslash carries it over to the next line. */
  more(): boolean {
    const { cursor } = this;
    while (cursor.toTokenInLine()) {
      const next = cursor.bytes[cursor.at + 1];
      const carries = next === undefined || next === 10 || next === 13;
      if (cursor.bytes[cursor.at] !== backslash || !carries) return cursor.bytes[cursor.at] !== 35;
      cursor.skipLine();
    }
    return false;
  }

  readVertex(): void {
    const { cursor } = this;
    const values = [0, 0, 0];
    for (let i = 0; i < 3; i++) {
      if (!this.more()) throw new MeshError('syntax', 'vertex');
      values[i] = cursor.number();
    }
    this.positions.push3(values[0] as number, values[1] as number, values[2] as number);
    if (!this.more()) return;
    const extra: number[] = [];
    while (extra.length < 4 && this.more()) extra.push(cursor.number());
    // One more value is a weight, three or four are a colour.
    if (extra.length >= 3) this.colourLast(extra[0] as number, extra[1] as number, extra[2] as number);
  }

  /** Colours the vertex read last; those before it that had none are white. */
  colourLast(red: number, green: number, blue: number): void {
    this.colors ??= new GrowingFloats(this.positions.data.length);
    this.fillColors(this.positions.length - 3);
    this.colors.push3(red, green, blue);
  }

  fillColors(length: number): void {
    while (this.colors && this.colors.length < length) this.colors.push3(1, 1, 1);
  }

  readFace(): void {
    let corners = 0;
    let first = 0;
    let previous = 0;
    while (this.more()) {
      const corner = this.readCorner();
      if (corners === 0) first = corner;
      else if (corners > 1) this.indices.push3(first, previous, corner);
      previous = corner;
      corners++;
    }
  }

  readCorner(): number {
    const { cursor } = this;
    const number = cursor.integer();
    const after = cursor.bytes[cursor.at];
    if (cursor.at < cursor.end && after !== slash && (after as number) > 32)
      throw new MeshError('syntax', 'face');
    cursor.skipToken();
    const index = number > 0 ? number - 1 : number < 0 ? this.positions.length / 3 + number : -1;
    if (index < 0) throw new MeshError('bad-index');
    if (index > this.highest) this.highest = index;
    return index;
  }

  /** Fractions of one as the convention is, or bytes when any value is above one. */
  bytesOfColors(): Uint8Array {
    this.fillColors(this.positions.length);
    const values = this.colors?.finish() ?? new Float32Array();
    const isFraction = values.every((value) => value <= 1);
    const scale = isFraction ? 255 : 1;
    return Uint8Array.from(values, (value) => Math.min(255, Math.max(0, Math.round(value * scale))));
  }
}
