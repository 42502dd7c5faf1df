import { memoryOfEach } from '../../platform/short-memory.ts';
import { KEPT_MS } from './places.ts';

/** Searches that were common a short while ago. Counting takes most of their time, and the next page asks the same. */
export const commonSearches = memoryOfEach<true>({ keptMs: KEPT_MS, most: 1000 });
