import { useSyncExternalStore } from 'react';
import type { Watched } from '../../../viewer/tools/watched.ts';

/** The value of a tool, followed. */
export function useWatched<Value>(watched: Watched<Value>): Value {
  return useSyncExternalStore(watched.subscribe, watched.get);
}
