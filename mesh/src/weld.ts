import { packedAt } from './colour-bytes.ts';
import type { Mesh } from './mesh.ts';

/** A mesh whose triangles share vertices. */
export type IndexedMesh = Mesh & { indices: Uint32Array };

/**
 * Joins vertices with exactly the same position and colour; an STL needs this before it can be shaded smoothly. Order
 * and shape of the triangles stay. Takes linear time even if all vertices have the same position.
 */
export function weld(mesh: Mesh): IndexedMesh {
  const { positions, colors } = mesh;
  const count = positions.length / 3;
  const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length);
  const slots = tableFor(count);
  const mask = slots.length - 1;
  const remap = new Uint32Array(count);
  const kept = new Uint32Array(count);
  let unique = 0;
  for (let i = 0; i < count; i++) {
    const at = i * 3;
    // Minus zero and zero are the same position.
    if (bits[at] === 0x80000000) bits[at] = 0;
    if (bits[at + 1] === 0x80000000) bits[at + 1] = 0;
    if (bits[at + 2] === 0x80000000) bits[at + 2] = 0;
    const x = bits[at];
    const y = bits[at + 1];
    const z = bits[at + 2];
    // Files may have thousands of colours at one position, which must not all hash to the same slot.
    const colour = colors ? packedAt(colors, i) : 0;
    let slot = hash(x, y, z, colour) & mask;
    for (;;) {
      const taken = slots[slot] - 1;
      if (taken === -1) {
        slots[slot] = ++unique;
        kept[unique - 1] = i;
        remap[i] = unique - 1;
        break;
      }
      const other = kept[taken] * 3;
      if (
        bits[other] === x &&
        bits[other + 1] === y &&
        bits[other + 2] === z &&
        sameColour(colors, other, at)
      ) {
        remap[i] = taken;
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  return { ...mesh, ...gather(mesh, kept.subarray(0, unique)), indices: renumber(mesh.indices, remap) };
}

function tableFor(count: number): Uint32Array {
  let size = 16;
  while (size < count * 2) size *= 2;
  return new Uint32Array(size);
}

function hash(x: number, y: number, z: number, colour: number): number {
  let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35);
  h ^= Math.imul(colour, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}

function sameColour(colors: Uint8Array | undefined, a: number, b: number): boolean {
  if (!colors) return true;
  return colors[a] === colors[b] && colors[a + 1] === colors[b + 1] && colors[a + 2] === colors[b + 2];
}

function gather({ positions, colors }: Mesh, kept: Uint32Array): Pick<Mesh, 'positions' | 'colors'> {
  const out = new Float32Array(kept.length * 3);
  const outColors = colors ? new Uint8Array(kept.length * 3) : undefined;
  for (let i = 0; i < kept.length; i++) {
    const from = kept[i] * 3;
    for (let axis = 0; axis < 3; axis++) {
      out[i * 3 + axis] = positions[from + axis];
      if (colors && outColors) outColors[i * 3 + axis] = colors[from + axis];
    }
  }
  return { positions: out, colors: outColors };
}

function renumber(indices: Uint32Array | undefined, remap: Uint32Array): Uint32Array {
  if (!indices) return remap;
  const out = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) out[i] = remap[indices[i]];
  return out;
}
