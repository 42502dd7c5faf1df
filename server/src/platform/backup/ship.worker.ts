import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { BackupTarget } from '../config/settings.ts';
import { type Shipment, shipWaiting } from './ship.ts';
import { openTarget, refusalOf } from './target.ts';

/** Pause between two passes over the folders. */
const EVERY_MS = 1000;
/** Pause after a failure, for example while a folder is not mounted. */
const PAUSE_MS = 10_000;

const { target: wanted, ...shipment } = workerData as Shipment & { target: BackupTarget };
const target = await openTarget(wanted);
/** Files that the target has refused. */
const refused = new Set<string>();
let isReady = false;
let isEnding = false;
parentPort?.on('message', () => {
  isEnding = true;
});
// One more pass after the last message, so that a stopped Cusp has shipped everything.
for (let isLast = false; !isLast; ) {
  isLast = isEnding;
  try {
    if (!isReady) await target.storage.ready();
    isReady = true;
    await shipWaiting(target, shipment, refused);
    if (!isEnding) await setTimeout(EVERY_MS);
  } catch (error) {
    parentPort?.postMessage(refusalOf(error) ?? (error instanceof Error ? error.message : String(error)));
    if (!isEnding) await setTimeout(PAUSE_MS);
  }
}
parentPort?.close();
