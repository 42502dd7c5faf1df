/**
 * The triangles without those that join the same three positions as an earlier one, in either winding. Merged and
 * two-sided exports repeat faces: their areas would count twice, and inside and outside could not be distinguished.
 */
export function distinctFaces(positions: Float32Array, indices: Uint32Array): Uint32Array {
  const joined = joinedVertices(positions);
  const count = indices.length / 3;
  const size = tableSizeFor(count);
  const table = new Int32Array(size).fill(-1);
  const places = new Uint32Array(indices.length);
  let kept = 0;
  for (let face = 0; face < count; face++) {
    const i = face * 3;
    const [a, b, c] = [joined[indices[i]], joined[indices[i + 1]], joined[indices[i + 2]]];
    const [low, high] = [Math.min(a, b, c), Math.max(a, b, c)];
    const own = kept * 3;
    places[own] = low;
    places[own + 1] = a + b + c - low - high;
    places[own + 2] = high;
    let slot = hash(low, places[own + 1], high) & (size - 1);
    let other = table[slot];
    while (other >= 0 && !isSame(places, other * 3, own)) {
      slot = (slot + 1) & (size - 1);
      other = table[slot];
    }
    if (other >= 0) continue;
    table[slot] = kept;
    // Only moves towards the front, so nothing unread is overwritten.
    if (kept < face) indices.copyWithin(own, i, i + 3);
    kept++;
  }
  return indices.subarray(0, kept * 3);
}

const isSame = (places: Uint32Array, one: number, other: number): boolean =>
  places[one] === places[other] &&
  places[one + 1] === places[other + 1] &&
  places[one + 2] === places[other + 2];

/** A power of two that leaves half of the slots free. */
const tableSizeFor = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(2, count * 2)));

/** For each vertex the first one at its place, by an open-addressing hash table over the bits of the coordinates. */
export function joinedVertices(positions: Float32Array): Uint32Array {
  const bits = new Int32Array(positions.buffer, positions.byteOffset, positions.length);
  const count = positions.length / 3;
  const size = tableSizeFor(count);
  const table = new Int32Array(size).fill(-1);
  const joined = new Uint32Array(count);
  for (let v = 0; v < count; v++) {
    const i = v * 3;
    let slot = hash(placeOf(bits[i]), placeOf(bits[i + 1]), placeOf(bits[i + 2])) & (size - 1);
    for (;;) {
      const other = table[slot];
      if (other < 0) {
        table[slot] = v;
        joined[v] = v;
        break;
      }
      if (
        positions[i] === positions[other * 3] &&
        positions[i + 1] === positions[other * 3 + 1] &&
        positions[i + 2] === positions[other * 3 + 2]
      ) {
        joined[v] = other;
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  return joined;
}

/** 0 and -0 are the same place. */
const placeOf = (bits: number) => (bits === -2147483648 ? 0 : bits);

function hash(x: number, y: number, z: number): number {
  let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}
