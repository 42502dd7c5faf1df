import { expect, test } from 'vitest';
import type { ScanId, Spot } from '../surfaces/places.ts';
import type { MeasureKind } from './measure-kind.ts';
import { MeasuringTool, samePlace } from './measuring.ts';
import type { SceneChange, ToolContext } from './tool.ts';
import { Watched } from './watched.ts';

/** A fake tool context whose scans replace each other as in `successors`; a newer scan lies `moved` above the older one. */
function contextOf(successors: Record<ScanId, ScanId | undefined>, moved: (spot: Spot) => number) {
  const changes = new Watched<SceneChange>({});
  const context = {
    changes,
    draw: () => undefined,
    successorOf: (id: ScanId) => successors[id],
    surfaces: {
      ask: (_: 'nearest', { spot, reach }: { spot: Spot; reach: number }) => {
        const [x, y, z] = spot.point;
        const by = moved(spot);
        return Promise.resolve(by > reach ? null : { ...spot, point: [x, y, z + by] });
      },
    },
  };
  return {
    context: context as unknown as ToolContext,
    change: (change: SceneChange = {}) => changes.set(change),
  };
}

const height: MeasureKind<number> = {
  points: 2,
  kept: 20,
  work: ([a, b]) => Math.abs((a?.point[2] ?? 0) - (b?.point[2] ?? 0)),
  draw: () => ({ lines: [], labels: [] }),
};
const spot = (scan: ScanId, x: number, z: number): Spot => ({ scan, point: [x, 0, z], normal: [0, 0, 1] });
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('measures on other scans stay, and on a newer version one is repeated if the place is the same, else dropped', async () => {
  const successors: Record<ScanId, ScanId | undefined> = { 1: 1, 7: 7 };
  const { context, change } = contextOf(successors, ({ point }) => (point[0] < 5 ? samePlace / 2 : 1));
  const tool = new MeasuringTool(context, height);
  for (const [scan, x] of [
    [7, 0],
    [1, 0],
    [1, 9],
  ] as const) {
    tool.clicked(spot(scan, x, 0));
    tool.clicked(spot(7, x, 4));
  }
  const [other] = tool.measures.get();
  Object.assign(successors, { 1: 2, 2: 2 });
  change();
  // A value of the old surface is never shown on the new one.
  expect(tool.measures.get().map(({ value }) => value)).toEqual([4, undefined, undefined]);
  await settled();
  const [stands, again, ...rest] = tool.measures.get();
  expect(stands).toBe(other);
  expect(rest).toEqual([]);
  expect(again?.value).toBeCloseTo(4 - samePlace / 2);
  expect(again?.spots.map(({ scan }) => scan)).toEqual([2, 7]);
  expect(tool.changes.get()).toEqual({ again: 1, lost: 1 });
  Object.assign(successors, { 2: 3, 3: 3 });
  change();
  await settled();
  expect(tool.changes.get()).toEqual({ again: 1, lost: 1 });
  tool.clicked(spot(7, 0, 0));
  expect(tool.changes.get()).toEqual({ again: 0, lost: 0 });
});

test('the second click of a double click sets no point of the same measure', () => {
  const { context } = contextOf({ 1: 1, 7: 7 }, () => 0);
  const tool = new MeasuringTool(context, height);
  for (const [scan, z] of [
    [1, 0],
    [1, 0],
    [7, 0],
  ] as const)
    tool.clicked(spot(scan, 0, z));
  expect(tool.measures.get().map(({ spots }) => spots.map(({ scan }) => scan))).toEqual([[1, 7]]);
  // The same place begins another measure.
  tool.clicked(spot(7, 0, 0));
  expect(tool.measures.get()).toHaveLength(2);
});

test('removing a scan removes its measures and ignores a pending click on it', async () => {
  const successors: Record<ScanId, ScanId | undefined> = { 1: 1 };
  const { context, change } = contextOf(successors, () => 0);
  const tool = new MeasuringTool(context, height);
  tool.clicked(spot(1, 0, 0));
  tool.clicked(spot(1, 5, 0));
  tool.clicked(spot(1, 9, 0));
  successors[1] = undefined;
  change();
  await settled();
  tool.clicked(spot(1, 0, 0));
  expect(tool.measures.get()).toEqual([]);
  // An unfinished measure does not count as lost.
  expect(tool.changes.get().lost).toBe(1);
});

test('a scan in another unit has none of its measures any more, nor a click that was looked up before', async () => {
  const { context, change } = contextOf({ 1: 1, 7: 7 }, () => 0);
  const tool = new MeasuringTool(context, height);
  for (const scan of [1, 7]) for (const z of [0, 4]) tool.clicked(spot(scan, 0, z));
  tool.clicked(spot(1, 0, 0));
  const click = { isWaiting: true };
  tool.pressed(click);
  change({ resized: 1 });
  expect(tool.measures.get().map(({ spots }) => spots[0]?.scan)).toEqual([7]);
  expect(tool.changes.get()).toEqual({ again: 0, lost: 1 });
  expect(click.isWaiting).toBe(false);
  tool.clicked(spot(7, 0, 0));
  change();
  expect(tool.measures.get()).toHaveLength(2);
});

test('a failed measure is repeated when the scene changes, as after the worker was started again', async () => {
  const { context, change } = contextOf({ 1: 1 }, () => 0);
  let isBroken = true;
  const work = async () => (isBroken ? Promise.reject(new Error('the worker has ended')) : 4);
  const tool = new MeasuringTool(context, { ...height, points: 1, work });
  tool.clicked(spot(1, 0, 0));
  await settled();
  expect(tool.measures.get()[0]?.isFailed).toBe(true);
  isBroken = false;
  change();
  await settled();
  expect(tool.measures.get()[0]).toMatchObject({ value: 4, isFailed: undefined });
});

test('a click or Undo while points are looked up on a newer scan mixes no old place with new ones', async () => {
  const successors: Record<ScanId, ScanId | undefined> = { 1: 1 };
  const { context, change } = contextOf(successors, () => samePlace / 2);
  const tool = new MeasuringTool(context, height);
  tool.clicked(spot(1, 0, 0));
  Object.assign(successors, { 1: 2, 2: 2 });
  change();
  tool.clicked(spot(2, 5, 4));
  expect(tool.measures.get()[0]?.value).toBeUndefined();
  await settled();
  const [measure] = tool.measures.get();
  expect(measure?.spots.map(({ scan }) => scan)).toEqual([2, 2]);
  expect(measure?.value).toBeCloseTo(4 - samePlace / 2);
  Object.assign(successors, { 2: 3, 3: 3 });
  change();
  tool.undo();
  await settled();
  expect(tool.measures.get()[0]?.spots.map(({ scan }) => scan)).toEqual([3]);
});

test('a measure that depends on other scans is repeated when one of them changes or is hidden', async () => {
  const successors: Record<ScanId, ScanId | undefined> = { 1: 1 };
  const { context, change } = contextOf(successors, () => 0);
  let thick: number | null = 3;
  let works = 0;
  const scans = [
    { id: 1, isShown: true },
    { id: 2, isShown: true },
  ];
  Object.assign(context, { scans: () => scans });
  const tool = new MeasuringTool(context, {
    ...height,
    points: 1,
    seesOthers: true,
    work: () => {
      works++;
      return thick ?? Promise.reject(new Error('the worker has ended'));
    },
  });
  tool.clicked(spot(1, 0, 0));
  thick = 5;
  change();
  expect(tool.measures.get()[0]?.value).toBe(5);
  thick = 6;
  tool.place();
  expect(tool.measures.get()[0]?.value).toBe(5);
  Object.assign(scans[1] ?? {}, { isShown: false });
  tool.place();
  expect(tool.measures.get()[0]?.value).toBe(6);
  // Once for each change of the scans, although the next frame also checks which exist.
  works = 0;
  scans.push({ id: 3, isShown: true });
  change();
  tool.place();
  expect(works).toBe(1);
  // A failed one keeps no former value.
  thick = null;
  change();
  await settled();
  expect(tool.measures.get()[0]).toMatchObject({ value: undefined, isFailed: true });
  thick = 6;
  change();
  expect(tool.measures.get()[0]).toMatchObject({ value: 6, isFailed: undefined });
  tool.dispose();
  thick = 7;
  change();
  expect(tool.measures.get()[0]?.value).toBe(6);
});

test('snapped clicks are taken at the vertex or edge, in the order of the clicks', async () => {
  const { context } = contextOf({ 1: 1 }, () => 0);
  let first = true;
  const asked: unknown[] = [];
  Object.assign(context, { pixelSize: 0.1 });
  Object.assign(context.surfaces, {
    // The first answer takes longer than the second.
    ask: async (question: string, ask: { spot: Spot; reach: number; to: string }) => {
      asked.push([question, ask.to, ask.reach]);
      if (first) {
        first = false;
        await settled();
      }
      const [x, y, z] = ask.spot.point;
      return { ...ask.spot, point: [x, y, Math.round(z)] };
    },
  });
  const tool = new MeasuringTool(context, height);
  tool.snapping.set('edge');
  tool.clicked(spot(1, 0, 0.9));
  tool.clicked(spot(1, 0, 4.2));
  await settled();
  await settled();
  const [measure] = tool.measures.get();
  expect(measure?.spots.map(({ point }) => point[2])).toEqual([1, 4]);
  expect(measure?.value).toBe(3);
  expect(asked[0]).toEqual(['snap', 'edge', expect.closeTo(1.2)]);
});

test('a click that is still being snapped is not taken after Clear, and Undo takes it back first', async () => {
  const { context } = contextOf({ 1: 1 }, () => 0);
  Object.assign(context, { pixelSize: 0.1 });
  const tool = new MeasuringTool(context, height);
  tool.snapping.set('edge');
  tool.clicked(spot(1, 0, 0));
  tool.clear();
  await settled();
  expect(tool.measures.get()).toEqual([]);
  tool.clicked(spot(1, 0, 0));
  await settled();
  tool.clicked(spot(1, 5, 0));
  expect(tool.undo()).toBe(true);
  await settled();
  expect(tool.measures.get().map(({ spots }) => spots.length)).toEqual([1]);
});
