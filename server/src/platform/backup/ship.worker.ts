import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Shipment, shipWaiting } from './ship.ts';

/** Between two looks into the folders. */
const EVERY_MS = 1000;
/** After a failure, for example while the backup folder is not mounted. */
const PAUSE_MS = 10_000;

let isEnding = false;
parentPort?.on('message', () => {
  isEnding = true;
});
// One more look after the last message, so that a stopped Cusp has shipped everything.
for (let isLast = false; !isLast; ) {
  isLast = isEnding;
  try {
    await shipWaiting(workerData as Shipment);
    if (!isEnding) await setTimeout(EVERY_MS);
  } catch (error) {
    parentPort?.postMessage(error instanceof Error ? error.message : String(error));
    if (!isEnding) await setTimeout(PAUSE_MS);
  }
}
parentPort?.close();
