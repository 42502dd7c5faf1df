import { setTimeout } from 'node:timers/promises';
import { isDatabaseTrouble } from '../http/database-trouble.ts';

/** A start has time: on a busy machine a first connection can take longer than a request would wait for it. */
export const START_RETRY_MS = 300_000;
const PAUSE_MS = 500;

/**
 * Tries until the database answers; gives up when that has taken too long, and at once when it says no. Only for what
 * can be done again.
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
