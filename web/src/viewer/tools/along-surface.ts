import type { Triple } from '../surfaces/places.ts';
import { placeOf } from './distance.ts';
import type { MeasureKind } from './measure-kind.ts';

/** Length and course of the path, or the reason why there is no path. */
export type Along = { length: number; path: Triple[] } | { reason: 'other-scan' | 'other-piece' };

/** The shortest path over the surface of a scan between two of its points. */
export const alongSurface: MeasureKind<Along> = {
  points: 2,
  kept: 20,
  async work([a, b], { context, signal, progress }) {
    if (!a || !b || a.scan !== b.scan) return { reason: 'other-scan' };
    const ask = { scan: a.scan, from: placeOf(a).toArray(), to: placeOf(b).toArray() };
    const way = await context.surfaces.ask('geodesic', ask, { signal, progress });
    if (!way) return { reason: 'other-piece' };
    const path = Array.from({ length: way.path.length / 3 }, (_, at): Triple => {
      const [x = 0, y = 0, z = 0] = way.path.subarray(at * 3, at * 3 + 3);
      return [x, y, z];
    });
    return { length: way.length, path };
  },
  draw(way, _, context) {
    if ('reason' in way) return { lines: [], labels: [] };
    const at = way.path[way.path.length >> 1];
    return {
      lines: [way.path],
      labels: at ? [{ at, text: () => context.formatLength(way.length) }] : [],
    };
  },
};
