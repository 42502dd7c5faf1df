import type { PackedLevel } from '@cusp/mesh/light-copy';
import { writeLightCopy } from '@cusp/mesh/light-copy-gltf';
import { MeshError } from '@cusp/mesh/mesh';
import fc from 'fast-check';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { beforeAll, describe, expect, test } from 'vitest';
import { LightReader } from './light-reader.ts';

let glb: Uint8Array;
const triangles = [2, 50];

/** A triangle fan on a grid of tenths of a millimetre. */
function level(count: number): PackedLevel {
  const vertices = count + 2;
  const grid = new Uint16Array(vertices * 4);
  for (let i = 1; i < vertices; i++) grid.set([i * 10, i * i, 0, 0], i * 4);
  const corners = new Uint32Array(count * 3);
  for (let i = 0; i < count; i++) corners.set([0, i + 1, i + 2], i * 3);
  return {
    triangles: count,
    vertices,
    offset: [1, 2, 3],
    step: 0.1,
    form: 'grid',
    min: [0, 0, 0],
    max: [vertices * 10, vertices ** 2, 0],
    positions: MeshoptEncoder.encodeGltfBuffer(new Uint8Array(grid.buffer), vertices, 8, 'ATTRIBUTES', 0),
    indices: MeshoptEncoder.encodeGltfBuffer(
      new Uint8Array(corners.buffer),
      corners.length,
      4,
      'TRIANGLES',
      0,
    ),
  };
}

beforeAll(async () => {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
  glb = writeLightCopy(triangles.map(level));
});

const newReader = () => new LightReader(MeshoptDecoder.decodeGltfBuffer);

/** Yields the bytes in pieces of these lengths, repeating the list. */
function* pieces(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length] as number;
    yield bytes.slice(at, at + length);
    at += length;
  }
}

describe('a light copy that arrives in pieces', () => {
  test('each level is given once, coarse first, for any pieces', () => {
    const whole = newReader();
    whole.append(glb);
    const atOnce = whole.take()?.positions;
    const lengths = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(lengths, (sizes) => {
        const reader = newReader();
        const seen: number[] = [];
        for (const piece of pieces(glb, sizes)) {
          reader.append(piece);
          const mesh = reader.take();
          if (mesh) seen.push(mesh.triangles);
          if (mesh && reader.isFinest) expect(mesh.positions).toEqual(atOnce);
          reader.prepare();
        }
        expect(triangles.slice(-seen.length)).toEqual(seen);
        expect([reader.progress, reader.isFinest, reader.take()]).toEqual([1, true, undefined]);
      }),
    );
  });

  test('a level is skipped when a finer one is there', () => {
    const reader = newReader();
    reader.append(glb);
    expect(reader.take()?.triangles).toBe(50);
  });

  test('vertices of a light copy keep their positions', () => {
    const reader = newReader();
    reader.append(glb);
    const { min, max } = reader.take()?.bounds ?? { min: [], max: [] };
    expect(min.map((value) => Math.round(value * 1000) / 1000)).toEqual([1, 2, 3]);
    expect(max.map((value) => Math.round(value * 1000) / 1000)).toEqual([52, 262.1, 3]);
  });
});

describe('bytes that are not a light copy', () => {
  test('any change to a valid light copy is either read or refused with a reason', () => {
    const change = fc.record({ at: fc.nat(4000), value: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = glb.slice();
        for (const { at, value } of changes) bytes[at % bytes.length] = value;
        const reader = newReader();
        try {
          for (const piece of pieces(bytes, [500])) {
            reader.append(piece);
            const mesh = reader.take();
            reader.prepare();
            if (mesh) expect(mesh.positions.every(Number.isFinite)).toBe(true);
          }
        } catch (error) {
          if (!(error instanceof MeshError)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('bytes beyond the announced length are refused', () => {
    const reader = newReader();
    reader.append(glb);
    expect(() => reader.append(Uint8Array.of(1))).toThrow(new MeshError('count-mismatch', 'light copy'));
  });
});
