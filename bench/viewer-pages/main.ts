import { takeCalls, watchCard } from './card-calls.ts';
import type { Open } from './page.ts';

const viewers: Record<string, () => Promise<{ open: Open }>> = {
  cusp: () => import('./cusp.ts'),
  three: () => import('./three.ts'),
  vtk: () => import('./others/vtk.js'),
  online: () => import('./others/online.js'),
};

/** The longest task of the main thread, in milliseconds. */
let longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
}).observe({ type: 'longtask' });

const name = new URLSearchParams(location.search).get('viewer') ?? '';
const ready = viewers[name]?.();
Object.assign(globalThis, {
  ready: ready?.then(() => true),
  async open3d(url: string) {
    longest = 0;
    const seen = await (await ready)?.open(url);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { ...seen, longest };
  },
  /** A viewer that can be opened and closed again and again. */
  session: name === 'session' ? import('./session.ts') : undefined,
  watchCard,
  takeCalls,
});
