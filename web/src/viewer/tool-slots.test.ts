import { expect, test, vi } from 'vitest';
import type { Stage } from './stage.ts';
import type { Spot } from './surfaces/places.ts';
import { ToolSlots } from './tool-slots.ts';
import { MeasuringTool } from './tools/measuring.ts';
import { SectionTool } from './tools/section.ts';
import type { ToolContext, ViewerTool } from './tools/tool.ts';
import { Watched } from './tools/watched.ts';

const spot: Spot = { scan: 1, point: [1, 2, 3], normal: [0, 0, 1] };

const element = () => ({ style: {}, append: () => undefined, remove: () => undefined });

/** Slots over an empty page; every click hits the same spot, unless `pick` is given. */
function slots(pick: () => Promise<Spot | null> = () => Promise.resolve(spot)): ToolSlots {
  vi.stubGlobal('document', { createElement: element });
  const canvas = { ...element(), addEventListener: () => undefined, matches: () => false };
  const content = { add: () => undefined, remove: () => undefined };
  const stage = { canvas, content, draw: () => undefined } as unknown as Stage;
  const context = { overlay: element() } as unknown as ToolContext;
  return new ToolSlots(stage, context, pick);
}

const tool = () => {
  const received: string[] = [];
  const used: ViewerTool = {
    clicked: () => received.push('clicked'),
    pointed: () => received.push('pointed'),
    dispose: () => received.push('disposed'),
  };
  return { received, used };
};

test('a section and a map can be active together, and a click for one is reported to the other', async () => {
  const all = slots();
  const [section, map] = [tool(), tool()];
  all.use('look', map.used);
  all.use('cut', section.used);
  await all.click(1, 1);
  expect([section.received, map.received]).toEqual([['clicked'], ['pointed']]);
});

test('a measuring tool gets the clicks first, and a tool only replaces another one of its slot', async () => {
  const all = slots();
  const [measure, section, map, other] = [tool(), tool(), tool(), tool()];
  all.use('cut', section.used);
  all.use('look', map.used);
  all.use('hand', measure.used);
  await all.click(1, 1);
  all.use('look', other.used);
  expect([measure.received, section.received]).toEqual([['clicked'], ['pointed']]);
  expect(map.received).toEqual(['pointed', 'disposed']);
  all.dispose();
  for (const { received } of [measure, section, other]) expect(received.at(-1)).toBe('disposed');
});

test('Clear discards clicks whose place is still being looked up, and Undo removes the latest click', async () => {
  const place = Promise.withResolvers<Spot>();
  const all = slots(() => place.promise);
  const kind = { points: 2, kept: 20, work: () => 0, draw: () => ({ lines: [], labels: [] }) };
  const context = { changes: new Watched(0), draw: () => undefined, successorOf: (id: number) => id };
  const measuring = new MeasuringTool(context as unknown as ToolContext, kind);
  all.use('hand', measuring);
  const first = all.click(1, 1);
  measuring.clear();
  const clicks = [first, all.click(2, 2), all.click(3, 3)];
  expect(measuring.undo()).toBe(true);
  place.resolve(spot);
  await Promise.all(clicks);
  expect(measuring.measures.get().map(({ spots }) => spots.length)).toEqual([1]);
});

test('Undo between the two clicks of a section takes back the second one, which begins no other cut', async () => {
  let place = Promise.resolve(spot);
  const all = slots(() => place);
  const context = {
    changes: new Watched(0),
    surfaces: { ask: () => new Promise(() => undefined) },
    scans: () => [],
    bounds: () => ({ min: [-5, -5, -5], max: [5, 5, 5] }),
    toScreen: () => ({ x: 0, y: 0 }),
    rayAt: (x: number) => ({ origin: [x, 0, 9], direction: [0, 0, -1] }),
    successorOf: (id: number) => id,
    clip: () => undefined,
    draw: () => undefined,
  };
  const section = new SectionTool(context as unknown as ToolContext);
  all.use('cut', section);
  await all.click(1, 1);
  expect(section.state.get().cuts).toBe(1);
  const late = Promise.withResolvers<Spot>();
  place = late.promise;
  const second = all.click(2, 2);
  expect(section.undo()).toBe(true);
  late.resolve({ ...spot, point: [4, 3, 2] });
  await second;
  expect(section.state.get().cuts).toBe(1);
  // The first point is still there.
  expect(section.undo()).toBe(true);
  expect(section.undo()).toBe(false);
});

test('a section that cannot be computed shows no outlines of a former plane', async () => {
  const answer = {
    points: Float64Array.of(0, 0, 1, 0),
    starts: Uint32Array.of(0, 2),
    scans: Int32Array.of(1),
  };
  let isEnded = false;
  const context = {
    changes: new Watched(0),
    surfaces: {
      ask: () => (isEnded ? Promise.reject(new Error('the worker ended')) : Promise.resolve(answer)),
    },
    scans: () => [{ id: 1, layer: 'upper-jaw', isShown: true, surface: 0 }],
    bounds: () => ({ min: [-5, -5, -5], max: [5, 5, 5] }),
    toScreen: () => ({ x: 0, y: 0 }),
    rayAt: (x: number) => ({ origin: [x, 0, 9], direction: [0, 0, -1] }),
    draw: () => undefined,
    clip: () => undefined,
  };
  const section = new SectionTool(context as unknown as ToolContext);
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  await settled();
  expect(section.drawn.get()?.outlines).toHaveLength(1);
  isEnded = true;
  section.move({ shift: 1 });
  await settled();
  expect(section.drawn.get()).toBeUndefined();
  section.dispose();
});

test('a click on a scan that is removed meanwhile is no error', async () => {
  const all = slots(() => Promise.reject(new Error('no such scan')));
  const measure = tool();
  all.use('hand', measure.used);
  await all.click(1, 1);
  expect(measure.received).toEqual([]);
});
