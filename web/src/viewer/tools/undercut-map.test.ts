import fc from 'fast-check';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { undercutScale } from '../maps/scale.ts';
import { PaintedMap } from './painted-map.ts';
import type { ScanPart, ToolContext } from './tool.ts';
import { pathOf, UndercutTool } from './undercut-map.ts';
import { Watched } from './watched.ts';

// Looking along -z with x to the right, so y is up.
const base = { ahead: [0, 0, -1], right: [1, 0, 0] } as const;
const degrees = fc.integer({ min: -30, max: 30 });

test('a tilt to the right moves the path right, a tilt up moves it up', () => {
  expect(pathOf(base, { side: 0, up: 0 })).toEqual([0, 0, -1]);
  expect(pathOf(base, { side: 10, up: 0 })[0]).toBeCloseTo(Math.sin(Math.PI / 18), 9);
  expect(pathOf(base, { side: 0, up: 10 })[1]).toBeCloseTo(Math.sin(Math.PI / 18), 9);
});

test('a tilt about one axis has its angle, and the path stays a unit vector', () => {
  fc.assert(
    fc.property(degrees, degrees, (side, up) => {
      expect(new Vector3(...pathOf(base, { side, up })).length()).toBeCloseTo(1, 9);
      const turned = new Vector3(...pathOf(base, { side, up: 0 })).angleTo(new Vector3(0, 0, -1));
      expect(turned).toBeCloseTo((Math.abs(side) * Math.PI) / 180, 6);
    }),
  );
});

test('the value read out at a point follows the map that is computed again', async () => {
  const context = {
    labels: { add: () => ({}) },
    draw: () => undefined,
    paint: () => undefined,
    surfaces: { ask: async () => ({ vertices: [0], weights: [1] }) },
  } as unknown as ToolContext;
  const map = new PaintedMap(context, undercutScale(0.5));
  const part = { id: 1, layer: 'upper-jaw' } as ScanPart;
  map.show(part, new Float32Array([0.25]));
  await map.read({ scan: 1, point: [0, 0, 0], normal: [0, 0, 1] });
  expect(map.reading.get()).toBe(0.25);
  map.show(part, new Float32Array([0.5]));
  await new Promise((resolve) => setTimeout(resolve));
  expect(map.reading.get()).toBe(0.5);
});

test('a map that is stopped or fails leaves no colours of the former path', async () => {
  const answers: (() => Promise<unknown>)[] = [];
  const painted: unknown[] = [];
  const context = {
    changes: new Watched(0),
    labels: { add: () => ({ remove: () => undefined }) },
    draw: () => undefined,
    paint: (_: number, colours: unknown) => painted.push(colours),
    boxOf: () => undefined,
    patient: () => ({ head: [0, 0, 1], front: [0, -1, 0] }),
    sight: () => base,
    scans: () => [{ id: 1, layer: 'upper-jaw', isShown: true, surface: 0 }],
    surfaces: {
      ask: (_: string, __: unknown, { signal }: { signal: AbortSignal }) =>
        answers.shift()?.() ??
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    },
  } as unknown as ToolContext;
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const found = () => Promise.resolve({ values: new Float32Array([0.2]), area: 1 });
  answers.push(found);
  const tool = new UndercutTool(context);
  await settled();
  expect(painted.at(-1)).toBeDefined();
  tool.takeView();
  tool.work.stop();
  await settled();
  expect(painted.at(-1)).toBeUndefined();
  answers.push(found, () => Promise.reject(new Error('the worker ended')));
  await tool.start();
  expect(painted.at(-1)).toBeDefined();
  tool.takeView();
  await settled();
  expect(painted.at(-1)).toBeUndefined();
  tool.dispose();
});
