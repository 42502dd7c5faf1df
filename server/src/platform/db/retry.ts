import { setTimeout } from 'node:timers/promises';
import { isDatabaseTrouble } from '../http/database-trouble.ts';

/** Longer than a request may wait: on a busy machine the first connection of a start can take a while. */
export const START_RETRY_MS = 300_000;
const PAUSE_MS = 500;

/**
 * Retries until the database answers. Gives up after `forMs`, and immediately if the database refuses. Only for
 * attempts that can safely be repeated.
 */
export async function retryConnection<T>(attempt: () => Promise<T>, forMs = START_RETRY_MS): Promise<T> {
  const until = Date.now() + forMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDatabaseTrouble(error) || Date.now() >= until) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}
