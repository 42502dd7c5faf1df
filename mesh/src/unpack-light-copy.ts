import { type Decompress, type LightLevel, positionBytes, type Slice } from './light-copy.ts';
import { toSrgb } from './light-copy-colors.ts';
import { boundsOf, MeshError } from './mesh.ts';
import type { IndexedMesh } from './weld.ts';

type Places = Pick<IndexedMesh, 'positions' | 'bounds'>;

/**
 * Unpacks the vertices of one level, which come before its triangles.
 * @throws MeshError when damaged.
 */
export function unpackPlaces(bytes: Uint8Array, level: LightLevel, decompress: Decompress): Places {
  const { vertices, form } = level;
  const stored = new Uint8Array(vertices * positionBytes(form));
  const filter = form === 'float' ? 'EXPONENTIAL' : undefined;
  sound(() =>
    decompress(stored, vertices, positionBytes(form), part(bytes, level.positions), 'ATTRIBUTES', filter),
  );
  const positions = form === 'grid' ? fromGrid(stored, level) : fromFloats(stored, level);
  return { positions, bounds: boundsOf(positions) };
}

/**
 * Unpacks one level, or the rest of it if its positions were already unpacked. Colours are returned as the original
 * sRGB bytes.
 * @throws MeshError when damaged.
 */
export function unpackLevel(
  bytes: Uint8Array,
  level: LightLevel,
  decompress: Decompress,
  places: Places = unpackPlaces(bytes, level, decompress),
): IndexedMesh {
  const { vertices, triangles, colors } = level;
  const indices = new Uint32Array(triangles * 3);
  const packedColors = colors && new Uint16Array(vertices * 4);
  sound(() => {
    const target = new Uint8Array(indices.buffer);
    decompress(target, triangles * 3, 4, part(bytes, level.indices), 'TRIANGLES');
    if (packedColors)
      decompress(new Uint8Array(packedColors.buffer), vertices, 8, part(bytes, colors), 'ATTRIBUTES');
  });
  for (let i = 0; i < indices.length; i++)
    if (indices[i] >= vertices) throw new MeshError('bad-index', 'light copy');
  return { ...places, indices, triangles, ...(packedColors ? { colors: toSrgb(packedColors) } : {}) };
}

const part = (bytes: Uint8Array, { start, length }: Slice) => bytes.subarray(start, start + length);

function sound(unpack: () => void): void {
  try {
    unpack();
  } catch (error) {
    throw new MeshError('syntax', error instanceof Error ? error.message : 'not decompressed');
  }
}

function fromGrid(stored: Uint8Array, { vertices, offset, step }: LightLevel): Float32Array {
  const grid = new Uint16Array(stored.buffer);
  const out = new Float32Array(vertices * 3);
  const [x, y, z] = offset;
  for (let i = 0, from = 0; i < out.length; i += 3, from += 4) {
    out[i] = x + step * grid[from];
    out[i + 1] = y + step * grid[from + 1];
    out[i + 2] = z + step * grid[from + 2];
  }
  return out;
}

function fromFloats(stored: Uint8Array, { offset, step }: LightLevel): Float32Array {
  const out = new Float32Array(stored.buffer);
  const [x, y, z] = offset;
  for (let i = 0; i < out.length; i += 3) {
    out[i] = x + step * out[i];
    out[i + 1] = y + step * out[i + 1];
    out[i + 2] = z + step * out[i + 2];
  }
  return out;
}
