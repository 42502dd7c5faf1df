import { parentPort } from 'node:worker_threads';
import { drawOrderForms } from './draw-order-form.ts';
import type { DrawTask } from './drawing-pool.ts';

parentPort?.on('message', async ({ id, contents, size }: DrawTask) => {
  try {
    parentPort?.postMessage({ id, bytes: await drawOrderForms(contents, size) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
