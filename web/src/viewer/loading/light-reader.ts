import type { Decompress, LightLevel } from '@cusp/mesh/light-copy';
import { lightLevels } from '@cusp/mesh/light-copy-gltf';
import { MeshError } from '@cusp/mesh/mesh';
import { unpackLevel, unpackPlaces } from '@cusp/mesh/unpack-light-copy';
import { type PreparedMesh, readyToDraw } from './prepare-mesh.ts';

/** Largest accepted light copy: uploads end at 200 MiB, and their copies are many times smaller. */
const maxBytes = 256 * 1024 * 1024;
/** Bytes of the header that contain the length of the file. */
const lengthKnown = 12;

/** Collects a light copy as it arrives and unpacks the finest complete level. */
export class LightReader {
  readonly #decompress: Decompress;
  #bytes = new Uint8Array(lengthKnown);
  #received = 0;
  #levels: LightLevel[] | undefined;
  #taken = -1;
  #places: ReturnType<typeof unpackPlaces> | undefined;

  constructor(decompress: Decompress) {
    this.#decompress = decompress;
  }

  /** Share of the bytes received, 0 to 1. */
  get progress(): number {
    return this.#received < lengthKnown ? 0 : this.#received / this.#bytes.length;
  }

  /** Whether the full level was unpacked. */
  get isFinest(): boolean {
    return this.#levels !== undefined && this.#taken === this.#levels.length - 1;
  }

  /** Appends bytes. Throws {@link MeshError} if they are not a light copy. */
  append(chunk: Uint8Array): void {
    let rest = chunk;
    if (this.#received < lengthKnown) {
      const head = rest.subarray(0, lengthKnown - this.#received);
      this.#put(head);
      rest = rest.subarray(head.length);
      if (this.#received < lengthKnown) return;
      const length = new DataView(this.#bytes.buffer).getUint32(8, true);
      if (length < lengthKnown || length > maxBytes) throw new MeshError('header', 'no light copy');
      const whole = new Uint8Array(length);
      whole.set(this.#bytes);
      this.#bytes = whole;
    }
    if (this.#received + rest.length > this.#bytes.length)
      throw new MeshError('count-mismatch', 'light copy');
    this.#put(rest);
    this.#levels ??= lightLevels(this.#bytes.subarray(0, this.#received));
  }

  /** The finest complete level that was not returned before, ready to draw; undefined if there is nothing new. */
  take(): PreparedMesh | undefined {
    const there = this.#levels?.findLastIndex(({ end }) => end <= this.#received) ?? -1;
    const level = there > this.#taken ? this.#levels?.[there] : undefined;
    if (!level) return undefined;
    this.#taken = there;
    const mesh = unpackLevel(this.#bytes, level, this.#decompress, this.isFinest ? this.#places : undefined);
    return { ...readyToDraw(mesh, level.creases), beside: level.beside };
  }

  /** Unpacks the available part of the full level while the rest is loading. */
  prepare(): void {
    const level = this.#levels?.at(-1);
    if (!level || this.#places || this.isFinest) return;
    const { start, length } = level.positions;
    if (start + length > this.#received) return;
    this.#places = unpackPlaces(this.#bytes, level, this.#decompress);
  }

  #put(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#received);
    this.#received += bytes.length;
  }
}
