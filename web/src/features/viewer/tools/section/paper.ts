import type { extentOf } from '../../../../viewer/surfaces/section-lines.ts';

/** The mapping of a section's plane to the screen. Plane coordinates are right and up, in millimetres. */
export interface Paper {
  /** The place at the centre. */
  centre: readonly [x: number, y: number];
  /** CSS pixels per millimetre. */
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Place = readonly [x: number, y: number];

const [minScale, maxScale] = [0.5, 400];
/** Minimum distance between grid lines in pixels. */
const minGap = 28;

/** The mapping that shows everything, with a margin. */
export function fitting(extent: ReturnType<typeof extentOf>, { width, height }: Size): Paper {
  if (!extent) return { centre: [0, 0], scale: 8 };
  const { left, right, low, high } = extent;
  const scale = Math.min((width - 32) / (right - left || 1), (height - 48) / (high - low || 1));
  return { centre: [(left + right) / 2, (low + high) / 2], scale: within(scale) };
}

/** Pixels from the top left. */
export function toScreen({ centre, scale }: Paper, { width, height }: Size, [x, y]: Place): Place {
  return [width / 2 + (x - centre[0]) * scale, height / 2 - (y - centre[1]) * scale];
}

export function toPlane({ centre, scale }: Paper, { width, height }: Size, [left, top]: Place): Place {
  return [centre[0] + (left - width / 2) / scale, centre[1] - (top - height / 2) / scale];
}

/** Pans by pixels. */
export function panned({ centre, scale }: Paper, [right, down]: Place): Paper {
  return { scale, centre: [centre[0] - right / scale, centre[1] + down / scale] };
}

/** Zooms by a factor; the place under the point stays. */
export function zoomed(paper: Paper, size: Size, point: Place, factor: number): Paper {
  const scale = within(paper.scale * factor);
  const [x, y] = toPlane(paper, size, point);
  const share = paper.scale / scale;
  return { scale, centre: [x + (paper.centre[0] - x) * share, y + (paper.centre[1] - y) * share] };
}

/** Millimetres between grid lines: 1, 2 or 5 times a power of ten. */
export function gridStep({ scale }: Paper): number {
  const least = minGap / scale;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5, 10].find((times) => times * power >= least * (1 - 1e-9)) ?? 10);
}

/** The pixel positions of grid lines, left to right and top to bottom. */
export function gridLines(paper: Paper, size: Size): { across: number[]; down: number[] } {
  const step = gridStep(paper);
  const [left, high] = toPlane(paper, size, [0, 0]);
  const [right, low] = toPlane(paper, size, [size.width, size.height]);
  const steps = (from: number, to: number) => {
    const first = Math.ceil(from / step);
    return Array.from(
      { length: Math.max(0, Math.floor(to / step) - first + 1) },
      (_, at) => (first + at) * step,
    );
  };
  return {
    across: steps(left, right).map((x) => toScreen(paper, size, [x, 0])[0]),
    down: steps(low, high).map((y) => toScreen(paper, size, [0, y])[1]),
  };
}

function within(scale: number): number {
  return Math.min(maxScale, Math.max(minScale, scale));
}
