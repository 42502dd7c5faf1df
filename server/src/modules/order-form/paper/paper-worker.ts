import { parentPort } from 'node:worker_threads';
import type { DrawTask } from './draw-aside.ts';
import { drawOrderForm } from './draw-order-form.ts';

parentPort?.on('message', async ({ id, content, size }: DrawTask) => {
  try {
    parentPort?.postMessage({ id, bytes: await drawOrderForm(content, size) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
