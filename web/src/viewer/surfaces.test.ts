import { afterEach, expect, test, vi } from 'vitest';
import type { ScanId } from './surfaces/places.ts';
import type { SurfaceRequest } from './surfaces/questions.ts';
import { Surfaces } from './surfaces.ts';

afterEach(() => vi.unstubAllGlobals());

test('after a surface could not be built nothing is measured, so that no tool measures what is behind that scan, until another worker has all surfaces', async () => {
  const workers: (EventTarget & { kept: Map<ScanId, Float32Array> })[] = [];
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      isEnded = false;
      readonly kept = new Map<ScanId, Float32Array>();
      constructor() {
        super();
        workers.push(this);
      }
      postMessage(message: SurfaceRequest): void {
        if (this.isEnded) return;
        if ('keep' in message) this.kept.set(message.keep, message.positions);
        if (!('question' in message)) return;
        // It has no surface of the scan in front, so the ray finds the one behind.
        const data = { ticket: message.ticket, answer: { scan: 2, point: [0, 0, 0], normal: [0, 0, 1] } };
        this.dispatchEvent(new MessageEvent('message', { data }));
      }
      terminate(): void {
        this.isEnded = true;
      }
    },
  );
  const surfaces = new Surfaces();
  const triangles = { positions: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) };
  surfaces.keep(1, triangles);
  surfaces.keep(2, triangles);
  surfaces.keep(3, triangles);
  surfaces.prepare();
  const ask = { origin: [0, 0, 9], direction: [0, 0, -1], scans: [1, 2] } as const;
  expect(await surfaces.ask('pick', ask)).toMatchObject({ scan: 2 });
  workers[0]?.dispatchEvent(new Event('error'));
  await expect(surfaces.ask('pick', ask)).rejects.toThrow('ended unexpectedly');
  surfaces.prepare();
  expect(workers).toHaveLength(1);
  expect(surfaces.isBroken.get()).toBe(true);
  // Another worker gets the current scans, from the arrays that are drawn, and measures again.
  surfaces.drop(3);
  const spare = { positions: new Float32Array(9), indices: triangles.indices };
  surfaces.keep(4, { ...triangles, spare });
  surfaces.restart();
  expect(surfaces.isBroken.get()).toBe(false);
  expect(await surfaces.ask('pick', ask)).toMatchObject({ scan: 2 });
  expect(workers.map(({ kept }) => [...kept.keys()].sort())).toEqual([
    [1, 2, 3],
    [1, 2, 4],
  ]);
  expect(workers[1]?.kept.get(4)).toBe(triangles.positions);
});
