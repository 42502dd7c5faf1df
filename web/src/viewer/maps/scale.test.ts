import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coloursFor, contactScale, deviationScale, positionOn, ticksOf, undercutScale } from './scale.ts';

const scales = fc.constantFrom(contactScale(-0.5, 1), deviationScale(0.2), undercutScale(1));
const value = fc.double({ min: -3, max: 3, noNaN: true });

test('a higher value is never lower on the scale', () => {
  fc.assert(
    fc.property(scales, value, value, (scale, a, b) => {
      const [low, high] = [positionOn(scale, Math.min(a, b)), positionOn(scale, Math.max(a, b))];
      if (low !== undefined && high !== undefined) expect(low).toBeLessThanOrEqual(high);
    }),
  );
});

test('the legend shows the values of the colours', () => {
  fc.assert(
    fc.property(scales, (scale) => {
      const places = ticksOf(scale).map((tick) => positionOn(scale, tick));
      for (const [i, place] of places.entries()) expect(place).toBeCloseTo(i / 4, 9);
    }),
  );
});

test('contacts out of range stay plain only above the range, and missing values always', () => {
  const scale = contactScale(-0.5, 1);
  expect(positionOn(scale, 1.01)).toBeUndefined();
  expect(positionOn(scale, -2)).toBe(0);
  expect(positionOn(deviationScale(0.2), 5)).toBe(1);
  const colours = coloursFor(Float32Array.of(Number.NaN, 1.5, -2, 0), scale, '#ffffff');
  expect([...colours.subarray(0, 6)]).toEqual(Array(6).fill(65_535));
  expect([...colours.subarray(6, 9)]).not.toEqual([...colours.subarray(9, 12)]);
});

test('in a comparison, missing values do not look like zero difference', () => {
  const [nothing, none] = [Number.NaN, 0].map((value) => [
    ...coloursFor(Float32Array.of(value), deviationScale(0.2), '#f4f2ec'),
  ]);
  expect(Math.abs((nothing?.[0] ?? 0) - (none?.[0] ?? 0))).toBeGreaterThan(16_000);
});

test('the contact colours only get lighter from deep to apart, so that they can be read without hue', () => {
  const values = Float32Array.from({ length: 100 }, (_, i) => -0.5 + (1.5 * i) / 99);
  const colours = coloursFor(values, contactScale(-0.5, 1), '#ffffff');
  let before = -1;
  for (let i = 0; i < colours.length; i += 3) {
    const [r, g, b] = colours.subarray(i, i + 3) as unknown as [number, number, number];
    const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    expect(light).toBeGreaterThanOrEqual(before);
    before = light;
  }
});
