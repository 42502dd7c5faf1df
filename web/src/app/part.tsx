import type { QueryClient } from '@tanstack/react-query';
import type { FlatNamespace } from 'i18next';
import { type ComponentType, use, useState, useSyncExternalStore } from 'react';
import type { FirstData } from '../client/screen-route.ts';
import { accessToken } from '../client/session/access.ts';
import { loadTexts } from '../i18n/i18n.ts';

/** A lazily loaded piece of the page with its texts. */
export interface Part {
  /** Renders synchronously once loaded; React.lazy suspends even then. */
  Shown: ComponentType;
  /** Loads it once. A failure is not cached, so that the next call tries again. */
  load(): Promise<void>;
  /** Requests its first data before it is rendered. Never fails: the screen reports errors. */
  requestData(queries: Promise<QueryClient>, search: string): Promise<void>;
}

const noData = () => undefined;

/** A part that is in the initial bundle. */
export const bundledPart = (Shown: ComponentType): Part => ({
  Shown,
  load: async () => {},
  requestData: async () => {},
});

export function partOf(
  code: () => Promise<{ default: ComponentType }>,
  texts: readonly FlatNamespace[],
  data?: FirstData,
): Part {
  let Loaded: ComponentType | null = null;
  let running: Promise<void> | null = null;
  // While rendering waits, a failure is kept, so that the error boundary shows it instead of loading repeatedly.
  let awaited: Promise<void> | null = null;

  // Kept, because importing it again takes some tasks of the page, in which a sign-in would wait for its first data.
  let firstData: Awaited<ReturnType<FirstData>> | undefined;
  async function loadData(): Promise<typeof firstData> {
    firstData ??= await data?.();
    return firstData;
  }

  async function fetchBoth(): Promise<void> {
    try {
      const [{ default: Content }, { Queries }] = await Promise.all([
        code(),
        import('./Queries.tsx'),
        loadTexts(['refusals', ...texts]),
        loadData().catch(noData),
      ]);
      Loaded = () => (
        <Queries>
          <Content />
        </Queries>
      );
    } catch (error) {
      running = null;
      throw error;
    }
  }
  function load(): Promise<void> {
    running ??= fetchBoth();
    return running;
  }
  function Awaited() {
    awaited ??= trackWaiting(load());
    use(awaited);
    return Loaded && <Loaded />;
  }
  function Shown() {
    // Fixed while it is shown, because another component here would lose the screen's state.
    const [isLoaded] = useState(Loaded !== null);
    return isLoaded ? Loaded && <Loaded /> : <Awaited />;
  }
  async function requestData(queries: Promise<QueryClient>, search: string): Promise<void> {
    if (!data) return;
    const token = accessToken();
    const [first, client] = (await Promise.all([loadData(), queries]).catch(noData)) ?? [];
    // If the session has ended by now, the cache must not be filled.
    if (first && client && accessToken() === token) first.requestFirst(client, search);
  }
  return { Shown, load, requestData };
}

let waiting = 0;
const watchers = new Set<() => void>();

function changeWaiting(by: number): void {
  waiting += by;
  for (const watcher of watchers) watcher();
}

async function trackWaiting(loading: Promise<void>): Promise<void> {
  // React forbids notifying subscribers during a render.
  await null;
  changeWaiting(1);
  try {
    await loading;
  } finally {
    changeWaiting(-1);
  }
}

/** Whether something that will be shown still has to load. */
export const useIsWaiting = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => waiting > 0,
  );
