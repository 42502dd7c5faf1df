import { expect, test } from 'vitest';
import { occluded } from './occluded.ts';
import { surfaceOf } from './surface.ts';

/** A triangle at a height, crossed by a ray along the z axis. */
const floor = (id: number, z: number) =>
  surfaceOf(id, Float32Array.of(-10, -10, z, 10, -10, z, 0, 10, z), Uint32Array.of(0, 1, 2));
const surfaces = new Map([floor(1, 0), floor(2, 10)].map((each) => [each.id, each]));
const sight = (x: number, distance: number) =>
  ({ origin: [x, 0, 50], direction: [0, 0, -1], distance }) as const;

test('a surface in front of a place occludes it; one behind or beside it does not', () => {
  const sights = [sight(0, 49.7), sight(0, 39.7), sight(30, 49.7)];
  expect(occluded(surfaces, { sights, scans: [1, 2] })).toEqual([true, false, false]);
});

test('a surface that the section cuts away occludes nothing', () => {
  const sights = [35, 45].map((near) => ({ ...sight(0, 49.7), near }));
  expect(occluded(surfaces, { sights, scans: [1, 2] })).toEqual([true, false]);
});

test('hidden scans occlude nothing', () => {
  expect(occluded(surfaces, { sights: [sight(0, 49.7)], scans: [1] })).toEqual([false]);
  expect(occluded(surfaces, { sights: [sight(0, 49.7)], scans: [] })).toEqual([false]);
});

test('a place that the section cuts away counts as occluded', () => {
  const past = { ...sight(0, 49.7), near: 45 };
  const before = { ...sight(0, 49.7), far: 45 };
  expect(occluded(surfaces, { sights: [past, before], scans: [1, 2] })).toEqual([false, true]);
});
