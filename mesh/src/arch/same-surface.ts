/** Places by which a scan is known again, three numbers each. */
export const KNOWN_POINTS = 48;

/** Share of the places that must be there; a tooth may be prepared or an edge cut off meanwhile. */
const enough = 0.7;
/** How near a place must be, as a share of the extent of all places: 1.5 mm on a jaw. */
const nearness = 0.025;

/** Places by which a surface is known again, from points that lie evenly on it (x, y, z each). */
export function knownPoints(sample: Float32Array): number[] {
  const count = sample.length / 3;
  return Array.from({ length: KNOWN_POINTS }, (_, i) => {
    const at = Math.floor(((i + 0.5) / KNOWN_POINTS) * count) * 3;
    return [0, 1, 2].map((axis) => Math.round(sample[at + axis] * 1000) / 1000);
  }).flat();
}

/**
 * Whether a surface lies where the known points are: the same scan, a copy in another format or a later version in
 * the same frame. One that was turned or moved is another.
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
