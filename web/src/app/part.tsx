import type { FlatNamespace } from 'i18next';
import { type ComponentType, use, useSyncExternalStore } from 'react';
import { loadTexts } from '../i18n/i18n.ts';

/** A piece of the page that is loaded, with its texts, when it is wanted. */
export interface Part {
  /** Renders at once when it is loaded; React.lazy waits even then. */
  Shown: ComponentType;
  /** Loads it, once. A failure is forgotten, so that the next call tries again. */
  load(): Promise<void>;
}

/** A part that comes with the start. */
export const presentPart = (Shown: ComponentType): Part => ({ Shown, load: async () => {} });

export function partOf(
  code: () => Promise<{ default: ComponentType }>,
  texts: readonly FlatNamespace[],
): Part {
  let Loaded: ComponentType | null = null;
  let running: Promise<void> | null = null;
  // What rendering waits for keeps its failure: the boundary tells it, instead of asking again and again.
  let awaited: Promise<void> | null = null;

  async function fetchBoth(): Promise<void> {
    try {
      const [module] = await Promise.all([code(), loadTexts(texts)]);
      Loaded = module.default;
    } catch (error) {
      running = null;
      throw error;
    }
  }
  function load(): Promise<void> {
    running ??= fetchBoth();
    return running;
  }
  function Shown() {
    if (!Loaded) {
      awaited ??= tellWaiting(load());
      use(awaited);
    }
    return Loaded && <Loaded />;
  }
  return { Shown, load };
}

let waiting = 0;
const watchers = new Set<() => void>();

function changeWaiting(by: number): void {
  waiting += by;
  for (const watcher of watchers) watcher();
}

async function tellWaiting(loading: Promise<void>): Promise<void> {
  // Nobody may be told while something renders.
  await null;
  changeWaiting(1);
  try {
    await loading;
  } finally {
    changeWaiting(-1);
  }
}

/** Whether something that is to be shown has yet to be loaded. */
export const useIsWaiting = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => waiting > 0,
  );
