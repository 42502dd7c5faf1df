import { Groups } from './groups.ts';
import type { ScanId } from './places.ts';
import type { Surface } from './surface.ts';
import { areaOf, topologyOf } from './topology.ts';

export interface PatchesAsk {
  scan: ScanId;
  /** A value per vertex; NaN if missing. */
  values: Float32Array;
  /** Values up to this count. */
  upTo: number;
}

export interface Patches {
  /** Number of connected areas without specks. */
  count: number;
  /** Square millimetres of all of them. */
  area: number;
}

/** Square millimetres below which an area is noise of the scan, not a contact. */
const speck = 0.01;

/** The areas of a scan with low values, cut within faces where the value crosses the limit. */
export function patches(surfaces: ReadonlyMap<ScanId, Surface>, { scan, values, upTo }: PatchesAsk): Patches {
  const surface = surfaces.get(scan);
  if (!surface) return { count: 0, area: 0 };
  const topology = topologyOf(surface);
  const { indices, joined } = topology;
  const groups = new Groups(joined.length);
  const areas = new Map<number, number>();
  const shares: [face: number, area: number][] = [];
  for (let face = 0; face < indices.length / 3; face++) {
    const corners = [0, 1, 2].map((k) => indices[face * 3 + k]);
    const share = shareUpTo(corners.map((vertex) => values[vertex]) as Three, upTo);
    if (share === 0) continue;
    const low = corners.filter((vertex) => values[vertex] <= upTo);
    const own = joined[low[0]];
    for (const vertex of low) groups.join(own, joined[vertex]);
    shares.push([own, areaOf(topology, face) * share]);
  }
  for (const [vertex, area] of shares) {
    const group = groups.of(vertex);
    areas.set(group, (areas.get(group) ?? 0) + area);
  }
  const counted = [...areas.values()].filter((area) => area >= speck);
  return { count: counted.length, area: counted.reduce((sum, area) => sum + area, 0) };
}

type Three = [number, number, number];

/** The share of a face with a value of at most `limit`, interpolated linearly between its corners. */
export function shareUpTo(values: Three, limit: number): number {
  // A missing value cannot be interpolated, so each corner counts for a third.
  if (values.some(Number.isNaN)) return values.filter((value) => value <= limit).length / 3;
  const [low, middle, high] = values.toSorted((a, b) => a - b) as Three;
  if (high <= limit) return 1;
  if (low > limit) return 0;
  if (middle > limit) return ((limit - low) / (middle - low)) * ((limit - low) / (high - low));
  return 1 - ((high - limit) / (high - low)) * ((high - limit) / (high - middle));
}
