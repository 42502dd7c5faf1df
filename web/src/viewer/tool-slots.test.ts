import { expect, test, vi } from 'vitest';
import type { Stage } from './stage.ts';
import type { Spot } from './surfaces/places.ts';
import { ToolSlots } from './tool-slots.ts';
import type { ToolContext, ViewerTool } from './tools/tool.ts';

const spot: Spot = { scan: 1, point: [1, 2, 3], normal: [0, 0, 1] };

const element = () => ({ style: {}, append: () => undefined, remove: () => undefined });

/** Slots over an empty page; every click hits the same spot. */
function slots(): ToolSlots {
  vi.stubGlobal('document', { createElement: element });
  const canvas = { ...element(), addEventListener: () => undefined, matches: () => false };
  const content = { add: () => undefined, remove: () => undefined };
  const stage = { canvas, content, draw: () => undefined } as unknown as Stage;
  const context = { overlay: element() } as unknown as ToolContext;
  return new ToolSlots(stage, context, () => Promise.resolve(spot));
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
