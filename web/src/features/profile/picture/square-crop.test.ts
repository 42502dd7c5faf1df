import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dragged, MAX_ZOOM, placeOf, sideOf, wholeOf, withinPicture, zoomed } from './square-crop.ts';

const wide = { width: 400, height: 200 };

test('the initial crop is the largest centred square', () => {
  expect(wholeOf(wide)).toEqual({ x: 200, y: 100, zoom: 1 });
  expect(sideOf(wide, wholeOf(wide))).toBe(200);
});

test('dragging the picture right moves the crop left, up to the edge', () => {
  expect(dragged(wide, wholeOf(wide), 0.25, 0)).toEqual({ x: 150, y: 100, zoom: 1 });
  expect(dragged(wide, wholeOf(wide), 9, 0).x).toBe(100);
  expect(dragged(wide, wholeOf(wide), 0, 0.5).y).toBe(100);
});

test('zooming out at an edge keeps the crop inside', () => {
  const corner = dragged(wide, zoomed(wide, wholeOf(wide), 4), 99, 99);
  expect(corner).toEqual({ x: 25, y: 25, zoom: 4 });
  expect(zoomed(wide, corner, 1)).toEqual({ x: 100, y: 100, zoom: 1 });
});

test('placeOf gives the position as a share of the possible way', () => {
  expect(placeOf(wide, wholeOf(wide))).toEqual({ across: 0.5, down: 0.5 });
  expect(placeOf(wide, dragged(wide, wholeOf(wide), -9, 0)).across).toBe(1);
});

test('the crop lies inside the picture for any input', () => {
  const side = fc.integer({ min: 1, max: 8000 });
  const any = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(side, side, any, any, any, (width, height, x, y, zoom) => {
      const size = { width, height };
      const crop = withinPicture(size, { x, y, zoom });
      const half = sideOf(size, crop) / 2;
      expect(crop.zoom).toBeGreaterThanOrEqual(1);
      expect(crop.zoom).toBeLessThanOrEqual(MAX_ZOOM);
      expect(crop.x - half).toBeGreaterThan(-1e-6);
      expect(crop.y - half).toBeGreaterThan(-1e-6);
      expect(crop.x + half).toBeLessThan(width + 1e-6);
      expect(crop.y + half).toBeLessThan(height + 1e-6);
    }),
  );
});
