import { setTimeout as pause } from 'node:timers/promises';

const MIN_MS = 200;

/** Takes at least 200 ms, so that the response time does not reveal whether an account exists. */
export async function inConstantTime<T>(work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, pause(MIN_MS)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
