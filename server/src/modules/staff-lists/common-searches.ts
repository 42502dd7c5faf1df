import { memoryOfEach } from '../../platform/short-memory.ts';
import { KEPT_MS } from './places.ts';

/** Searches that were recently common. Counting takes most of their time, and the next page needs the same. */
export const commonSearches = memoryOfEach<true>({ keptMs: KEPT_MS, most: 1000 });
