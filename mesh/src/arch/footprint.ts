import { middleOf } from './projection.ts';

/** Edge length of the square grid of a footprint, mm; jaws are smaller. */
export const gridSize = 112;

/** Smaller islands are flaps of gum at the height of the teeth; mm². */
const smallestIsland = 15;

export interface Cell {
  x: number;
  y: number;
  /** Distance to the nearest edge of the footprint, mm. */
  inside: number;
}

/** The cells (1 mm) where a surface is close to a plane; the origin is the middle of the footprint. */
export interface Footprint {
  cells: Cell[];
  /** Offset of the footprint's middle from that of the projection. */
  middle: [x: number, y: number];
  /** Distance to the footprint, mm; 0 inside it. */
  distance(x: number, y: number): number;
}

/** The footprint of the `wanted` points of a projection; undefined if it is too small. */
export function footprint(
  x: Float64Array,
  y: Float64Array,
  wanted: (i: number) => boolean,
): Footprint | undefined {
  const near: number[] = [];
  for (let i = 0; i < x.length; i++) if (wanted(i)) near.push(i);
  if (near.length < 100) return undefined;
  const half = gridSize / 2;
  const first = middleOf(
    near.map((i) => x[i]),
    near.map((i) => y[i]),
  );
  const solid = new Uint8Array(gridSize * gridSize);
  const indexAt = (cx: number, cy: number) => {
    const column = Math.round(cx) + half;
    const row = Math.round(cy) + half;
    // The outermost cells stay empty.
    const isWithin = column > 0 && row > 0 && column < gridSize - 1 && row < gridSize - 1;
    return isWithin ? row * gridSize + column : undefined;
  };
  for (const i of near) {
    const index = indexAt(x[i] - first[0], y[i] - first[1]);
    if (index !== undefined) solid[index] = 1;
  }
  dropIslands(solid);
  const around = distances(solid);
  const within = distances(solid.map((value) => 1 - value));
  const found: Cell[] = [];
  solid.forEach((value, i) => {
    if (value === 0) return;
    found.push({ x: (i % gridSize) - half, y: Math.floor(i / gridSize) - half, inside: within[i] });
  });
  if (found.length === 0) return undefined;
  const [offX, offY] = middleOf(
    found.map((cell) => cell.x),
    found.map((cell) => cell.y),
  );
  return {
    cells: found.map((cell) => ({ ...cell, x: cell.x - offX, y: cell.y - offY })),
    middle: [first[0] + offX, first[1] + offY],
    distance(cx, cy) {
      const index = indexAt(cx + offX, cy + offY);
      return index === undefined ? gridSize : around[index];
    },
  };
}

/** Removes small groups of cells that are more than 2 mm away from all others. */
function dropIslands(solid: Uint8Array): void {
  const seen = new Uint8Array(solid.length);
  solid.forEach((value, start) => {
    if (value === 0 || seen[start]) return;
    const island = [start];
    seen[start] = 1;
    for (let at = 0; at < island.length; at++) {
      const cell = island[at];
      for (let row = -2; row <= 2; row++) {
        for (let column = -2; column <= 2; column++) {
          const next = cell + row * gridSize + column;
          if (!solid[next] || seen[next]) continue;
          seen[next] = 1;
          island.push(next);
        }
      }
    }
    if (island.length < smallestIsland) for (const cell of island) solid[cell] = 0;
  });
}

/** Distance of each cell to the nearest solid one, in two passes over the grid (chamfer distance). */
function distances(solid: Uint8Array): Float32Array {
  const out = Float32Array.from(solid, (value) => (value ? 0 : gridSize));
  const pass = (from: number, by: 1 | -1) => {
    for (let k = 0, i = from; k < out.length; k++, i += by) {
      let least = out[i];
      for (const [step, length] of steps) least = Math.min(least, (out[i - by * step] ?? gridSize) + length);
      out[i] = least;
    }
  };
  pass(0, 1);
  pass(out.length - 1, -1);
  return out;
}

const steps = [
  [1, 1],
  [gridSize, 1],
  [gridSize + 1, Math.SQRT2],
  [gridSize - 1, Math.SQRT2],
] as const;
