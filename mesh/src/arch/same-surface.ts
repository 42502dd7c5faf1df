/** Number of points by which a scan is recognised, three coordinates each. */
export const KNOWN_POINTS = 48;

/** Share of the points that must match; a tooth may have been prepared or an edge trimmed since. */
const enough = 0.7;
/** Maximum distance of a match, as a share of the extent of all points: 1.5 mm on a jaw. */
const nearness = 0.025;

/** Points by which a surface is recognised, from evenly distributed ones (x, y, z each). */
export function knownPoints(sample: Float32Array): number[] {
  const count = sample.length / 3;
  return Array.from({ length: KNOWN_POINTS }, (_, i) => {
    const at = Math.floor(((i + 0.5) / KNOWN_POINTS) * count) * 3;
    return [0, 1, 2].map((axis) => Math.round(sample[at + axis] * 1000) / 1000);
  }).flat();
}

/**
 * Whether a surface contains the known points: the same scan, a copy in another format or a later version in the same
 * frame. A rotated or moved copy is a different surface.
 */
export function isSameSurface(known: readonly number[], sample: Float32Array): boolean {
  const reach = nearness * extentOf(known);
  let found = 0;
  for (let i = 0; i < known.length; i += 3) {
    const [x, y, z] = [known[i], known[i + 1], known[i + 2]];
    for (let k = 0; k < sample.length; k += 3) {
      const dx = sample[k] - x;
      const dy = sample[k + 1] - y;
      const dz = sample[k + 2] - z;
      if (dx * dx + dy * dy + dz * dz > reach * reach) continue;
      found++;
      break;
    }
  }
  return found >= enough * (known.length / 3);
}

function extentOf(points: readonly number[]): number {
  const along = [0, 1, 2].map((axis) => {
    const own = points.filter((_, i) => i % 3 === axis);
    return Math.max(...own) - Math.min(...own);
  });
  return Math.max(...along);
}
