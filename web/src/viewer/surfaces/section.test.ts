import fc from 'fast-check';
import { Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { joinSegments, type SectionAnswer, type SectionPlane, section } from './section.ts';
import { ball, box, kept, scanOf, tube } from './shapes.testing.ts';

const flat = (z: number): SectionPlane => ({ origin: [0, 0, z], right: [1, 0, 0], up: [0, 1, 0] });
const part = fc.double({ min: -1, max: 1, noNaN: true });

function linesOf({ points, starts }: SectionAnswer): number[][] {
  return Array.from(starts.subarray(1), (end, at) => [...points.subarray((starts[at] ?? 0) * 2, end * 2)]);
}
function lengthOf(line: number[]): number {
  let sum = 0;
  for (let i = 2; i < line.length; i += 2) {
    const [x, y] = [(line[i] ?? 0) - (line[i - 2] ?? 0), (line[i + 1] ?? 0) - (line[i - 1] ?? 0)];
    sum += Math.hypot(x, y);
  }
  return sum;
}
const isClosed = (line: number[]) => line[0] === line.at(-2) && line[1] === line.at(-1);

describe('section', () => {
  test('a section of a sphere is one circle in any plane', () => {
    const sphere = kept(scanOf(1, ball(10)));
    const plane = fc.tuple(part, part, part, part).map(([x, y, z, at]): SectionPlane | undefined => {
      const normal = new Vector3(x, y, z);
      if (normal.length() < 0.2) return undefined;
      normal.normalize();
      const right = new Vector3(normal.y, normal.z, normal.x).cross(normal);
      if (right.length() < 0.1) return undefined;
      right.normalize();
      const up = normal.clone().cross(right);
      return {
        origin: normal.multiplyScalar(8 * at).toArray(),
        right: right.toArray(),
        up: up.toArray(),
      };
    });
    fc.assert(
      fc.property(plane, (each) => {
        fc.pre(each !== undefined);
        if (!each) return;
        const lines = linesOf(section(sphere, { plane: each, scans: [1] }));
        expect(lines).toHaveLength(1);
        const [circle = []] = lines;
        expect(isClosed(circle)).toBe(true);
        const radius = Math.sqrt(100 - new Vector3(...each.origin).lengthSq());
        expect(lengthOf(circle) / (2 * Math.PI * radius)).toBeCloseTo(1, 2);
        for (let i = 0; i < circle.length; i += 2) {
          expect(Math.hypot(circle[i] ?? 0, circle[i + 1] ?? 0) / radius).toBeCloseTo(1, 1);
        }
      }),
    );
  });

  test('a section of a cube through its vertices is one square', () => {
    const cube = kept(scanOf(1, box(10, 4)));
    for (const z of [0, 2.5, 1.7, -5 + 1e-6]) {
      const lines = linesOf(section(cube, { plane: flat(z), scans: [1] }));
      expect(lines).toHaveLength(1);
      expect(lengthOf(lines[0] ?? [])).toBeCloseTo(40, 4);
      expect(isClosed(lines[0] ?? [])).toBe(true);
    }
  });

  test('a section of an open tube along its axis is two open lines', () => {
    const lines = linesOf(section(kept(scanOf(1, tube(5, 20))), { plane: flat(0.3), scans: [1] }));
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(isClosed(line)).toBe(false);
      expect(lengthOf(line)).toBeCloseTo(20, 3);
    }
  });

  test('each line has its scan, unrequested scans are left out, and a missed scan gives no line', () => {
    const both = kept(scanOf(4, ball(5, 8)), scanOf(7, box(4, 2).translate(20, 0, 0)));
    expect([...section(both, { plane: flat(0.1), scans: [7, 4] }).scans]).toEqual([7, 4]);
    expect([...section(both, { plane: flat(0.1), scans: [4] }).scans]).toEqual([4]);
    expect(section(both, { plane: flat(30), scans: [4, 7] }).points).toHaveLength(0);
  });

  test('a section is as exact far from the origin', () => {
    const [x, y, z] = [50_000, -20_000, 3_000];
    const far = kept(scanOf(1, box(10, 4).translate(x, y, z)));
    const plane = { ...flat(0), origin: [x, y, z + 1] as const };
    const [line = []] = linesOf(section(far, { plane, scans: [1] }));
    expect(lengthOf(line)).toBeCloseTo(40, 1);
    expect(Math.max(...line.map(Math.abs))).toBeLessThan(5.01);
  });
});

test('joined segments contain every segment once, in any order and direction', () => {
  const grid = fc.integer({ min: 0, max: 3 });
  const piece = fc.tuple(grid, grid, grid, grid).filter(([a, b, c, d]) => a !== c || b !== d);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const names = (values: number[]) => {
        const [a = 0, b = 0, c = 0, d = 0] = values;
        return [`${a} ${b}`, `${c} ${d}`].sort().join(' - ');
      };
      const joined = joinSegments(pieces.flat()).flatMap((line) =>
        Array.from({ length: line.length / 2 - 1 }, (_, at) => names(line.slice(at * 2, at * 2 + 4))),
      );
      expect(joined.sort()).toEqual(pieces.map(names).sort());
    }),
  );
});
