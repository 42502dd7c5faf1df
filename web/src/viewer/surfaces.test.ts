import { afterEach, expect, test, vi } from 'vitest';
import { Surfaces } from './surfaces.ts';

afterEach(() => vi.unstubAllGlobals());

test('once a surface could not be built, nothing is measured any more instead of what is behind that scan', async () => {
  const workers: (EventTarget & { terminate: () => void })[] = [];
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      isEnded = false;
      constructor() {
        super();
        workers.push(this);
      }
      postMessage(message: object): void {
        // It has no surface of the scan in front, so the ray finds the one behind.
        if (this.isEnded || !('ticket' in message)) return;
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
  surfaces.prepare();
  const ask = { origin: [0, 0, 9], direction: [0, 0, -1], scans: [1, 2] } as const;
  expect(await surfaces.ask('pick', ask)).toMatchObject({ scan: 2 });
  workers[0]?.dispatchEvent(new Event('error'));
  await expect(surfaces.ask('pick', ask)).rejects.toThrow('ended unexpectedly');
  expect(workers).toHaveLength(1);
});
