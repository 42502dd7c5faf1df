import { MeshError } from './mesh.ts';
import { type PlyHeader, type PlyType, plyTypeSize } from './ply-header.ts';
import { TextCursor } from './text-cursor.ts';

/** The values of a PLY body one after another, whichever way they are written. */
export interface PlySource {
  next(type: PlyType): number;
  skip(type: PlyType, count: number): void;
  /** Refuses a list that the rest of the file cannot hold. */
  mustHold(type: PlyType, count: number): void;
}

export function plySource(bytes: Uint8Array, header: PlyHeader): PlySource {
  return header.format === 'ascii'
    ? new TextSource(bytes, header.bodyAt)
    : new BinarySource(bytes, header.bodyAt, header.format === 'little');
}

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
    const after = at + (plyTypeSize[type] as number);
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
    this.#at += (plyTypeSize[type] as number) * count;
  }

  mustHold(type: PlyType, count: number): void {
    if (count < 0) throw new MeshError('syntax', 'list length');
    if (this.#at + (plyTypeSize[type] as number) * count > this.#view.byteLength) {
      throw new MeshError('truncated', 'list');
    }
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
}
