import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';
import type { HashAnswer, HashTask } from './hash-work.ts';

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. The library's default kind is argon2id. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Whoever does not sign in goes first. Linux lets one thread step back; elsewhere it runs as the others do. */
function stepBack(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
    if (thread > 0 && thread !== process.pid) setPriority(thread, constants.priority.PRIORITY_LOW);
  } catch {
    // There is no such file, or no right to it.
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

stepBack();
parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(answer(task)));
