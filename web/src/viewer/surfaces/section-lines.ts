import type { SectionAnswer, SectionPlane } from './section.ts';

/** What a plane shows of a surface. */
export interface Drawing {
  /** Polylines of right and up, in millimetres from the origin of the plane. */
  lines: readonly Float64Array[];
}

/** One of the lines of an answer. */
export const lineOf = ({ points, starts }: SectionAnswer, at: number): Float64Array =>
  points.subarray(starts[at] * 2, starts[at + 1] * 2);

/** The segments of an outline in the frame of the scans: x y z from the origin of the plane, two ends each. */
export function inSpace({ lines }: Drawing, { right, up }: SectionPlane): Float32Array {
  const pieces = lines.reduce((sum, line) => sum + Math.max(0, line.length / 2 - 1), 0);
  const out = new Float32Array(pieces * 6);
  let at = 0;
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) {
      for (const end of [i, i + 2]) {
        const [x, y] = [line[end], line[end + 1]];
        for (const axis of [0, 1, 2] as const) out[at++] = x * right[axis] + y * up[axis];
      }
    }
  }
  return out;
}

/** The point of the outlines nearest to a point of the plane; undefined if none is within `reach`. */
export function nearestPlace(
  outlines: readonly Drawing[],
  [x, y]: readonly [number, number],
  reach: number,
): [x: number, y: number] | undefined {
  let nearest = reach;
  let place: [number, number] | undefined;
  for (const line of outlines.flatMap(({ lines }) => lines)) {
    for (let i = 0; i + 3 < line.length; i += 2) {
      const [fromX, fromY] = [line[i], line[i + 1]];
      const [byX, byY] = [line[i + 2] - fromX, line[i + 3] - fromY];
      const whole = byX * byX + byY * byY;
      const along = whole > 0 ? ((x - fromX) * byX + (y - fromY) * byY) / whole : 0;
      const share = Math.min(1, Math.max(0, along));
      const [onX, onY] = [fromX + share * byX, fromY + share * byY];
      const away = Math.hypot(x - onX, y - onY);
      if (away > nearest) continue;
      nearest = away;
      place = [onX, onY];
    }
  }
  return place;
}

/** The bounding box of outlines; undefined without any. */
export function extentOf(outlines: readonly Drawing[]) {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of outlines.flatMap(({ lines }) => lines)) {
    for (let i = 0; i < line.length; i += 2) {
      const [x, y] = [line[i], line[i + 1]];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [low, high] = [Math.min(low, y), Math.max(high, y)];
    }
  }
  return left <= right ? { left, low, right, high } : undefined;
}
