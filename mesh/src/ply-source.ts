import { MeshError } from './mesh.ts';
import { type PlyHeader, type PlyType, plyTypeSize } from './ply-header.ts';
import { TextCursor } from './text-cursor.ts';

/** Sequential access to the values of a PLY body in any encoding. */
export interface PlySource {
  next(type: PlyType): number;
  skip(type: PlyType, count: number): void;
  /** Refuses a list that is longer than the rest of the file. */
  mustHold(type: PlyType, count: number): void;
  /** The rest of the file after the values read so far. */
  readonly rest: Rest;
}

/** `padding`: blanks and zeros, which some writers leave after the last value. */
export type Rest = 'nothing' | 'padding' | 'data';

export function plySource(bytes: Uint8Array, { format }: PlyHeader, bodyAt: number): PlySource {
  return format === 'ascii'
    ? new TextSource(bytes, bodyAt)
    : new BinarySource(bytes, bodyAt, format === 'little');
}

/** Zero, newline, carriage return, the DOS end-of-file mark (26) and the blank. */
const paddingBytes: readonly number[] = [0, 10, 13, 26, 32];

class BinarySource implements PlySource {
  readonly #view: DataView;
  readonly #little: boolean;
  #at: number;

  constructor(bytes: Uint8Array, at: number, little: boolean) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
    this.#little = little;
  }

  next(type: PlyType): number {
    const at = this.#at;
    const after = at + plyTypeSize[type];
    if (after > this.#view.byteLength) throw new MeshError('truncated', 'body');
    this.#at = after;
    switch (type) {
      case 0:
        return this.#view.getInt8(at);
      case 1:
        return this.#view.getUint8(at);
      case 2:
        return this.#view.getInt16(at, this.#little);
      case 3:
        return this.#view.getUint16(at, this.#little);
      case 4:
        return this.#view.getInt32(at, this.#little);
      case 5:
        return this.#view.getUint32(at, this.#little);
      case 6:
        return this.#view.getFloat32(at, this.#little);
      default:
        return this.#view.getFloat64(at, this.#little);
    }
  }

  skip(type: PlyType, count: number): void {
    this.mustHold(type, count);
    this.#at += plyTypeSize[type] * count;
  }

  mustHold(type: PlyType, count: number): void {
    if (count < 0) throw new MeshError('syntax', 'list length');
    if (this.#at + plyTypeSize[type] * count > this.#view.byteLength) {
      throw new MeshError('truncated', 'list');
    }
  }

  get rest(): Rest {
    const { byteLength } = this.#view;
    if (this.#at === byteLength) return 'nothing';
    for (let at = this.#at; at < byteLength; at++) {
      if (!paddingBytes.includes(this.#view.getUint8(at))) return 'data';
    }
    return 'padding';
  }
}

class TextSource implements PlySource {
  readonly #cursor: TextCursor;

  constructor(bytes: Uint8Array, at: number) {
    this.#cursor = new TextCursor(bytes, at);
  }

  next(): number {
    if (!this.#cursor.toToken()) throw new MeshError('truncated', 'body');
    return this.#cursor.number();
  }

  skip(type: PlyType, count: number): void {
    this.mustHold(type, count);
    for (let i = 0; i < count; i++) {
      if (!this.#cursor.toToken()) throw new MeshError('truncated', 'list');
      this.#cursor.skipToken();
    }
  }

  mustHold(_type: PlyType, count: number): void {
    if (!(count >= 0) || !Number.isInteger(count)) throw new MeshError('syntax', 'list length');
    if (count * 2 > this.#cursor.end - this.#cursor.at + 1) throw new MeshError('truncated', 'list');
  }

  get rest(): Rest {
    return this.#cursor.toToken() ? 'data' : 'nothing';
  }
}
