import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadLightCopy } from './light-loader.ts';
import { type FilesGiven, type LoadReply, loadMesh } from './mesh-loader.ts';
import type { PreparedMesh } from './prepare-mesh.ts';

/** The worker of the last load. */
let worker: FakeWorker;

class FakeWorker extends EventTarget {
  given: FilesGiven | undefined;
  isEnded = false;
  constructor() {
    super();
    worker = this;
  }
  postMessage(message: object): void {
    if ('files' in message) this.given = message as FilesGiven;
  }
  terminate(): void {
    this.isEnded = true;
  }
  reply(data: LoadReply): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);
const { signal } = new AbortController();

test('a scan waits for its colour files however slow they come, and then has a minute to be read', async () => {
  let deliver: (files: ArrayBuffer[]) => void = () => undefined;
  const besideOf = () => new Promise<ArrayBuffer[]>((resolve) => (deliver = resolve));
  const mesh = { triangles: 1 } as PreparedMesh;
  const loaded = loadMesh(new ArrayBuffer(1), 'obj', besideOf, signal);
  const outcome = loaded.catch((error) => error);
  worker.reply({ wants: ['skin.png'] });
  await minutes(3);
  deliver([new ArrayBuffer(2)]);
  await minutes(0.5);
  expect(worker.given?.files).toHaveLength(1);
  worker.reply({ mesh });
  expect(await outcome).toBe(mesh);
  expect(worker.isEnded).toBe(true);
});

test('a scan that is never read is given up after a minute', async () => {
  const outcome = loadMesh(new ArrayBuffer(1), 'stl', async () => [], signal).catch((error) => error);
  await minutes(1.1);
  expect(await outcome).toMatchObject({ code: 'timeout' });
  expect(worker.isEnded).toBe(true);
});

test('a light copy that is no longer wanted when it arrives is given up', async () => {
  const leaving = new AbortController();
  const open = async () => {
    leaving.abort();
    return new ReadableStream<Uint8Array<ArrayBuffer>>();
  };
  const watcher = { level: () => undefined, progress: () => undefined };
  await expect(loadLightCopy(open, watcher, leaving.signal)).rejects.toThrow();
  expect(worker.isEnded).toBe(true);
});
