import type { Point } from './tooth-shapes.ts';

const figure = (value: number) => String(Math.round(value * 100) / 100);
const pair = ([x, y]: Point) => `${figure(x)} ${figure(y)}`;

/** Bézier handles of the Catmull-Rom segment from b to c with neighbours a and d. */
function segment(a: Point, b: Point, c: Point, d: Point): string {
  const first: Point = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
  const second: Point = [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6];
  return `C${pair(first)} ${pair(second)} ${pair(c)}`;
}

/** SVG path of a smooth curve through all points; closed curves end where they begin. */
export function smoothPath(points: readonly Point[], closed: boolean): string {
  const count = points.length;
  const at = (index: number): Point => {
    const place = closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1);
    return points[place] ?? [0, 0];
  };
  const segments = Array.from({ length: closed ? count : count - 1 }, (_, i) =>
    segment(at(i - 1), at(i), at(i + 1), at(i + 2)),
  );
  return `M${pair(at(0))}${segments.join('')}${closed ? 'Z' : ''}`;
}

/** SVG path of a closed polygon. */
export function polygonPath(points: readonly Point[]): string {
  return `M${points.map(pair).join('L')}Z`;
}
