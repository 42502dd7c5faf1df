import { type Decompress, type LightLevel, positionBytes, type Slice } from './light-copy.ts';
import { toSrgb } from './light-copy-colors.ts';
import { boundsOf, MeshError } from './mesh.ts';
import type { IndexedMesh } from './weld.ts';

/** Unpacks one level. Colours come back as the sRGB bytes they were. Throws {@link MeshError} when damaged. */
export function unpackLevel(bytes: Uint8Array, level: LightLevel, decompress: Decompress): IndexedMesh {
  const { vertices, triangles, form } = level;
  const take = ({ start, length }: Slice) => bytes.subarray(start, start + length);
  const stored = new Uint8Array(vertices * positionBytes(form));
  const indices = new Uint32Array(triangles * 3);
  const packedColors = level.colors && new Uint16Array(vertices * 4);
  try {
    decompress(
      stored,
      vertices,
      positionBytes(form),
      take(level.positions),
      'ATTRIBUTES',
      form === 'float' ? 'EXPONENTIAL' : undefined,
    );
    decompress(new Uint8Array(indices.buffer), triangles * 3, 4, take(level.indices), 'TRIANGLES');
    if (packedColors && level.colors)
      decompress(new Uint8Array(packedColors.buffer), vertices, 8, take(level.colors), 'ATTRIBUTES');
  } catch (error) {
    throw new MeshError('syntax', error instanceof Error ? error.message : 'not decompressed');
  }
  for (let i = 0; i < indices.length; i++)
    if ((indices[i] as number) >= vertices) throw new MeshError('bad-index', 'light copy');
  const positions = form === 'grid' ? fromGrid(stored, level) : fromFloats(stored, level);
  return {
    positions,
    indices,
    triangles,
    bounds: boundsOf(positions),
    ...(packedColors ? { colors: toSrgb(packedColors) } : {}),
  };
}

function fromGrid(stored: Uint8Array, { vertices, offset, step }: LightLevel): Float32Array {
  const grid = new Uint16Array(stored.buffer);
  const out = new Float32Array(vertices * 3);
  const [x, y, z] = offset;
  for (let i = 0, from = 0; i < out.length; i += 3, from += 4) {
    out[i] = x + step * (grid[from] as number);
    out[i + 1] = y + step * (grid[from + 1] as number);
    out[i + 2] = z + step * (grid[from + 2] as number);
  }
  return out;
}

function fromFloats(stored: Uint8Array, { offset, step }: LightLevel): Float32Array {
  const out = new Float32Array(stored.buffer);
  const [x, y, z] = offset;
  for (let i = 0; i < out.length; i += 3) {
    out[i] = x + step * (out[i] as number);
    out[i + 1] = y + step * (out[i + 1] as number);
    out[i + 2] = z + step * (out[i + 2] as number);
  }
  return out;
}
