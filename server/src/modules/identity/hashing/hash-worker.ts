import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';
import type { HashAnswer, HashTask } from './hash-work.ts';

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. The library defaults to argon2id. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Lower priority, so that other requests go first. Linux has a priority per thread; elsewhere this does nothing. */
function lowerPriority(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
    if (thread > 0 && thread !== process.pid) setPriority(thread, constants.priority.PRIORITY_LOW);
  } catch {
    // The file does not exist or is not writable.
  }
}

function answer(task: HashTask): HashAnswer {
  try {
    return {
      value: task.kind === 'hash' ? hashSync(task.password, COST) : verifySync(task.stored, task.password),
    };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

lowerPriority();
parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(answer(task)));
