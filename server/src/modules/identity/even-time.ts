import { setTimeout as pause } from 'node:timers/promises';

const LEAST_MS = 200;

/** Lets an answer take a while, so that its time does not tell whether there was anything to do. */
export async function inEvenTime<T>(work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, pause(LEAST_MS)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
