import { expect, test } from 'vitest';
import { CompareTool } from './compare-map.ts';
import type { ScanPart, SceneChange, ToolContext } from './tool.ts';
import { Watched } from './watched.ts';

test('the pair is chosen again when one scan gets another unit, and stays when it gets another surface', async () => {
  const asked: number[] = [];
  const changes = new Watched<SceneChange>({});
  const scans: ScanPart[] = [1, 2].map((id) => ({ id, layer: 'upper-jaw', isShown: true, surface: id }));
  const context = {
    changes,
    cutAway: new Watched(undefined),
    labels: { add: () => ({ remove: () => undefined }) },
    draw: () => undefined,
    paint: () => undefined,
    setFade: () => undefined,
    scans: () => scans,
    successorOf: (id: number) => id,
    surfaces: {
      ask: async (question: string, ask: { scan: number }) => {
        if (question === 'distances') asked.push(ask.scan);
        return { values: new Float32Array() };
      },
    },
  } as unknown as ToolContext;
  const change = (surface: number, next: SceneChange) => {
    Object.assign(scans[1] ?? {}, { surface });
    changes.set(next);
  };
  const tool = new CompareTool(context);
  await tool.compare(1, { id: 2 });
  change(3, {});
  expect(asked).toEqual([1, 1]);
  change(4, { resized: 2 });
  expect(asked).toEqual([1, 1]);
  // The panel asks again.
  await tool.compare(1, { id: 2 });
  expect(asked).toEqual([1, 1, 1]);
  tool.dispose();
});
