import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fitting,
  gridLines,
  gridStep,
  type Paper,
  type Place,
  panned,
  toPlane,
  toScreen,
  zoomed,
} from './paper.ts';

const size = { width: 400, height: 260 };
const number = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const place = fc.tuple(number(60), number(60));
const pixel = fc.tuple(
  fc.double({ min: 0, max: 400, noNaN: true }),
  fc.double({ min: 0, max: 260, noNaN: true }),
);
const paper: fc.Arbitrary<Paper> = fc.record({
  centre: place,
  scale: fc.double({ min: 0.5, max: 400, noNaN: true }),
});
const isSame = (a: Place, b: Place, digits = 5) => {
  expect(a[0]).toBeCloseTo(b[0], digits);
  expect(a[1]).toBeCloseTo(b[1], digits);
};

test('fromScreen is the inverse of toScreen', () => {
  fc.assert(fc.property(paper, place, (on, at) => isSame(toPlane(on, size, toScreen(on, size, at)), at)));
});

test('zooming keeps the point under the pointer in place', () => {
  fc.assert(
    fc.property(paper, pixel, fc.double({ min: 0.2, max: 5, noNaN: true }), (on, point, factor) => {
      isSame(toScreen(zoomed(on, size, point, factor), size, toPlane(on, size, point)), point, 3);
    }),
  );
  fc.assert(
    fc.property(paper, pixel, pixel, (on, from, to) => {
      const moved = panned(on, [to[0] - from[0], to[1] - from[1]]);
      isSame(toScreen(moved, size, toPlane(on, size, from)), to, 3);
    }),
  );
});

test('fitting the section shows all outlines', () => {
  fc.assert(
    fc.property(place, fc.double({ min: 1, max: 90, noNaN: true }), ([left, low], side) => {
      const extent = { left, low, right: left + side, high: low + side / 2 };
      const on = fitting(extent, size);
      for (const corner of [
        [extent.left, extent.low],
        [extent.right, extent.high],
      ] as const) {
        const [x, y] = toScreen(on, size, corner);
        expect(Math.min(x, y, size.width - x, size.height - y)).toBeGreaterThan(8);
      }
    }),
  );
  expect(fitting(undefined, size).scale).toBeGreaterThan(0);
});

test('the grid has round steps and lines at a readable distance', () => {
  fc.assert(
    fc.property(paper, (on) => {
      const step = gridStep(on);
      expect(['1', '2', '5']).toContain(step.toExponential(6)[0]);
      expect(step * on.scale).toBeGreaterThan(27.9);
      expect(step * on.scale).toBeLessThan(71);
      const { across, down } = gridLines(on, size);
      expect(across.length).toBeGreaterThanOrEqual(Math.floor(size.width / (step * on.scale)));
      for (const x of across) expect(x).toBeGreaterThan(-1e-6);
      for (const y of down) expect(y).toBeLessThan(size.height + 1e-6);
    }),
  );
});
