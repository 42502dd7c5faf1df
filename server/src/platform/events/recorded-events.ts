import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventName } from '@cusp/contract/event-names';

const recorded = new AsyncLocalStorage<Set<EventName>>();

/** Says that an event was recorded, to whoever checks the request that caused it. */
export const noteRecorded = (name: EventName): void => void recorded.getStore()?.add(name);

/**
 * Answers a request and refuses an answer after which an event was recorded that the endpoint does not name: the
 * browser that asked takes from `emits` what it has to load again.
 */
export async function checkingEmits<T>(
  endpoint: { method: string; path: string; emits?: readonly EventName[] },
  answer: () => Promise<T>,
): Promise<T> {
  const names = new Set<EventName>();
  const result = await recorded.run(names, answer);
  for (const name of names) {
    if (!endpoint.emits?.includes(name))
      throw new Error(`${endpoint.method} ${endpoint.path} records ${name}, which its emits does not name`);
  }
  return result;
}
