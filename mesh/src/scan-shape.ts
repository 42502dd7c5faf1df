import type { ScanRole } from './scan-roles.ts';
import type { IndexedMesh } from './weld.ts';

/** Properties of a surface's shape that show what it is. */
export interface ScanShape {
  /** Longest side of the bounding box, mm. */
  longest: number;
  /** Whether it has no open edges, apart from small holes. */
  isClosed: boolean;
}

/** Open edges up to this multiple of the longest side count as small holes of a closed body. */
const FAULTS = 0.25;
/** Range of the longest side of a scan of a jaw or a part of one, mm. */
const [SHORTEST_JAW, LONGEST_JAW] = [25, 130];

/** Measures a surface; `corners` may be those of a coarser level, which is open where the full one is. */
export function shapeOf({ positions, bounds }: IndexedMesh, corners: Uint32Array): ScanShape {
  const longest = Math.max(...bounds.max.map((max, axis) => max - bounds.min[axis]));
  const count = positions.length / 3;
  const open = new Set<number>();
  for (let i = 0; i < corners.length; i += 3) {
    for (let side = 0; side < 3; side++) {
      const a = corners[i + side];
      const b = corners[i + ((side + 1) % 3)];
      const edge = Math.min(a, b) * count + Math.max(a, b);
      if (!open.delete(edge)) open.add(edge);
    }
  }
  let length = 0;
  for (const edge of open) length += distance(positions, Math.floor(edge / count), edge % count);
  return { longest, isClosed: length < longest * FAULTS };
}

/**
 * A guess for names without a hint. A scanner sees surfaces and leaves them open; closed ones were made by a program.
 * Undefined if the shape gives no hint either.
 */
export function roleByShape({ longest, isClosed }: ScanShape): ScanRole | undefined {
  if (isClosed) return 'design';
  return longest >= SHORTEST_JAW && longest <= LONGEST_JAW ? 'jaw' : undefined;
}

const distance = (positions: Float32Array, a: number, b: number): number =>
  Math.hypot(
    positions[a * 3] - positions[b * 3],
    positions[a * 3 + 1] - positions[b * 3 + 1],
    positions[a * 3 + 2] - positions[b * 3 + 2],
  );
