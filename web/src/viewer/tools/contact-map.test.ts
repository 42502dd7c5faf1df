import { expect, test } from 'vitest';
import { biteOf, ContactTool } from './contact-map.ts';
import type { ToolContext } from './tool.ts';
import { Watched } from './watched.ts';

const many = (count: number, distance: number) => Array.from({ length: count }, () => distance);

test('jaws that touch in places are in bite, even with a little penetration', () => {
  expect(biteOf([...many(900, 0.8), ...many(80, 0.02), ...many(40, -0.1), ...many(20, -0.7)])).toBe('closed');
});

test('jaws that come nowhere near each other are apart', () => {
  expect(biteOf([...many(500, 1.6), ...many(5000, Number.NaN)])).toBe('apart');
  expect(biteOf([])).toBe('apart');
});

test('jaws with much of one inside the other are through each other', () => {
  expect(biteOf([...many(300, 0.5), ...many(200, -1.5)])).toBe('through');
});

test('a comparison that was stopped halfway counts no contacts, whatever gap is chosen then', async () => {
  const context = {
    changes: new Watched(0),
    labels: { add: () => ({ remove: () => undefined }) },
    draw: () => undefined,
    paint: () => undefined,
    scans: () => [
      { id: 1, layer: 'upper-jaw', isShown: true, surface: 0 },
      { id: 2, layer: 'lower-jaw', isShown: true, surface: 1 },
    ],
    surfaces: {
      ask(question: string, { scan }: { scan: number }, { signal }: { signal: AbortSignal }) {
        if (question === 'patches') return Promise.resolve({ count: 3, area: 2 });
        if (scan === 1) return Promise.resolve({ values: new Float32Array([0.01]) });
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    },
  } as unknown as ToolContext;
  const tool = new ContactTool(context);
  await new Promise((resolve) => setTimeout(resolve));
  tool.work.stop();
  tool.set({ upTo: 0.1 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(tool.contacts.get()).toEqual({});
  tool.dispose();
});
