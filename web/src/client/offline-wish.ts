import { useSyncExternalStore } from 'react';

/** Ids of the people who want their last cases kept in this browser; they stay after sign-out. */
const WANTED = 'cusp.offline';
const watchers = new Set<() => void>();

function wanting(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(WANTED) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

export const wantsOffline = (person: number): boolean => wanting().includes(person);

export function setWantsOffline(person: number, isWanted: boolean): void {
  const others = wanting().filter((id) => id !== person);
  try {
    localStorage.setItem(WANTED, JSON.stringify(isWanted ? [...others, person] : others));
  } catch {
    // Storage is full or blocked: the setting is unchanged.
  }
  for (const watcher of watchers) watcher();
}

/** Calls `watcher` when the setting changes, in any tab. Returns a function that unsubscribes. */
export function onWantsOffline(watcher: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === WANTED) watcher();
  };
  watchers.add(watcher);
  addEventListener('storage', onStorage);
  return () => {
    watchers.delete(watcher);
    removeEventListener('storage', onStorage);
  };
}

export const useWantsOffline = (person: number): boolean =>
  useSyncExternalStore(onWantsOffline, () => wantsOffline(person));
