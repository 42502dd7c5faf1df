import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventName } from '@cusp/contract/event-names';

const recorded = new AsyncLocalStorage<Set<EventName>>();

/** Notes that an event was recorded, for the check of the current request. */
export const noteRecorded = (name: EventName): void => void recorded.getStore()?.add(name);

/**
 * Runs a request and throws if it recorded an event that the endpoint does not declare, because the browser derives
 * from `emits` what to reload.
 */
export async function checkingEmits<T>(
  endpoint: { method: string; path: string; emits?: readonly EventName[] },
  answer: () => Promise<T>,
): Promise<T> {
  const names = new Set<EventName>();
  const result = await recorded.run(names, answer);
  for (const name of names) {
    if (!endpoint.emits?.includes(name))
      throw new Error(`${endpoint.method} ${endpoint.path} records ${name}, which is missing in its emits`);
  }
  return result;
}
