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

/** A context of these scans, whose worker answers with `answer`, and records of its queries and colours. */
function contextOf(answer: (ask: { path: number[] }) => Promise<unknown> | undefined) {
  const scene = {
    changes: new Watched(0),
    scans: [{ id: 1, layer: 'upper-jaw', isShown: true, surface: 0 }] as ScanPart[],
    painted: [] as unknown[],
  };
  const context = {
    changes: scene.changes,
    labels: { add: () => ({ remove: () => undefined }) },
    draw: () => undefined,
    paint: (_: number, colours: unknown) => scene.painted.push(colours),
    boxOf: () => undefined,
    patient: () => ({ head: [0, 0, 1], front: [0, -1, 0] }),
    sight: () => base,
    scans: () => scene.scans,
    surfaces: {
      ask: (_: string, ask: { path: number[] }, { signal }: { signal: AbortSignal }) =>
        answer(ask) ??
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    },
  } as unknown as ToolContext;
  const change = (scans: ScanPart[]) => {
    scene.scans = scans;
    scene.changes.set(scene.changes.get() + 1);
  };
  const show = (...layers: ScanPart['layer'][]) =>
    change(layers.map((layer) => ({ id: 1, layer, isShown: true, surface: 0 })));
  return { context, painted: scene.painted, show, change };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));
const found = () => Promise.resolve({ values: new Float32Array([0.2]), area: 1 });

test('a map that is stopped or fails leaves no colours of the former path', async () => {
  const answers: (() => Promise<unknown>)[] = [found];
  const { context, painted } = contextOf(() => answers.shift()?.());
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

test('without its scan the undercut map is empty; it is computed again when the scan returns, and from the other side in the other jaw', async () => {
  const paths: number[][] = [];
  const { context, show } = contextOf(({ path }) => {
    paths.push(path);
    return found();
  });
  const tool = new UndercutTool(context);
  await settled();
  expect(tool.area.get()).toBe(1);
  show();
  await settled();
  expect(tool.area.get()).toBeUndefined();
  show('upper-jaw');
  await settled();
  expect(tool.area.get()).toBe(1);
  show('lower-jaw');
  await settled();
  expect(tool.settings.get().layer).toBe('lower-jaw');
  // Onto upper teeth towards the head, onto lower ones away from it.
  expect(paths.map(([, , z]) => Math.round(z ?? 0))).toEqual([1, 1, -1]);
  tool.dispose();
});

test('the undercut map stays on the chosen jaw, with its path, when that jaw gets another surface', async () => {
  const paths: number[][] = [];
  const { context, change } = contextOf(({ path }) => {
    paths.push(path);
    return found();
  });
  const jaws = (surface: number): ScanPart[] => [
    { id: 1, layer: 'upper-jaw', isShown: true, surface: 0 },
    { id: 2, layer: 'lower-jaw', isShown: true, surface },
  ];
  change(jaws(1));
  const tool = new UndercutTool(context);
  tool.setLayer('lower-jaw');
  tool.takeView();
  tool.setTilt({ side: 10 });
  change(jaws(2));
  await settled();
  expect(tool.settings.get()).toMatchObject({ layer: 'lower-jaw', tilt: { side: 10, up: 0 } });
  expect(paths.at(-1)).toEqual(pathOf(base, { side: 10, up: 0 }));
  tool.dispose();
});
