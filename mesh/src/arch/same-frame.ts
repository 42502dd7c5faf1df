import { isSameSurface, knownPoints } from './same-surface.ts';
import { dot, type Vector } from './vectors.ts';

interface PlacedScan {
  jaw?: 'upper' | 'lower' | undefined;
  /** Points evenly distributed on it, x, y, z each. */
  sample: Float32Array;
}

/** Smaller scans, such as dies and crowns, are not jaws whose orientation could mislead a reader; mm. */
const smallestJaw = 25;
/** How far occluding jaws may overlap, mm: the overbite plus a margin. */
const overbite = 6;

/**
 * Whether a scan visibly is in the same frame as one whose head direction is known: another scan of the same jaw on its
 * surface, or an antagonist where the teeth meet. Scans too small to be a jaw always pass.
 */
export function isInFrameOf(scan: PlacedScan, known: PlacedScan, head: Vector): boolean {
  if (extentOf(scan.sample) < smallestJaw) return true;
  if (scan.jaw === known.jaw) return isSameSurface(knownPoints(scan.sample), known.sample);
  const [upper, lower] = scan.jaw === 'upper' ? [scan, known] : [known, scan];
  return heightOf(upper.sample, head, 0.05) > heightOf(lower.sample, head, 0.95) - overbite;
}

/** The height below which this share of the points is. */
function heightOf(sample: Float32Array, head: Vector, share: number): number {
  const heights = new Float64Array(sample.length / 3);
  for (let i = 0; i < heights.length; i++) heights[i] = dot(pointOf(sample, i), head);
  heights.sort();
  return heights[Math.floor(share * heights.length)] ?? Number.NaN;
}

function extentOf(sample: Float32Array): number {
  const along = [0, 1, 2].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = axis; i < sample.length; i += 3) {
      low = Math.min(low, sample[i]);
      high = Math.max(high, sample[i]);
    }
    return high - low;
  });
  return Math.max(...along);
}

const pointOf = (sample: Float32Array, i: number): Vector => [
  sample[i * 3],
  sample[i * 3 + 1],
  sample[i * 3 + 2],
];
