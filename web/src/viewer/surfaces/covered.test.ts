import { expect, test } from 'vitest';
import { covered } from './covered.ts';
import { surfaceOf } from './surface.ts';

/** A triangle at a height, under the line of sight that looks down the z axis. */
const floor = (id: number, z: number) =>
  surfaceOf(id, Float32Array.of(-10, -10, z, 10, -10, z, 0, 10, z), Uint32Array.of(0, 1, 2));
const surfaces = new Map([floor(1, 0), floor(2, 10)].map((each) => [each.id, each]));
const sight = (x: number, distance: number) =>
  ({ origin: [x, 0, 50], direction: [0, 0, -1], distance }) as const;

test('what lies before a place covers it, what lies behind or beside it does not', () => {
  const sights = [sight(0, 49.7), sight(0, 39.7), sight(30, 49.7)];
  expect(covered(surfaces, { sights, scans: [1, 2] })).toEqual([true, false, false]);
});

test('what a section takes away covers nothing', () => {
  const sights = [35, 45].map((near) => ({ ...sight(0, 49.7), near }));
  expect(covered(surfaces, { sights, scans: [1, 2] })).toEqual([true, false]);
});

test('scans that are not seen cover nothing', () => {
  expect(covered(surfaces, { sights: [sight(0, 49.7)], scans: [1] })).toEqual([false]);
  expect(covered(surfaces, { sights: [sight(0, 49.7)], scans: [] })).toEqual([false]);
});

test('what is cut away covers nothing, and a place that is cut away is not seen itself', () => {
  const past = { ...sight(0, 49.7), near: 45 };
  const before = { ...sight(0, 49.7), far: 45 };
  expect(covered(surfaces, { sights: [past, before], scans: [1, 2] })).toEqual([false, true]);
});
