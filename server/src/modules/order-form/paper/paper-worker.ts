import { parentPort } from 'node:worker_threads';
import { drawOrderForm } from './draw-order-form.ts';
import type { DrawTask } from './drawing-pool.ts';

parentPort?.on('message', async ({ id, content, size }: DrawTask) => {
  try {
    parentPort?.postMessage({ id, bytes: await drawOrderForm(content, size) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
