import { useSyncExternalStore } from 'react';
import type { Watched } from '../../viewer/tools/watched.ts';

/** The current value of something that the 3D engine changes. */
export function useWatched<Value>(watched: Watched<Value>): Value {
  return useSyncExternalStore(watched.subscribe, watched.get);
}
