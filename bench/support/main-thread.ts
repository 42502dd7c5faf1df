import type { Browser, Page } from 'playwright-core';
import type { CardCall } from '../viewer-pages/card-calls.ts';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** The same in CPU time. */
  tdur?: number;
  args?: { data?: { startTime?: number; functionName?: string; url?: string; lineNumber?: number } };
}

/** A task of the main thread, in milliseconds. */
export interface MainTask {
  duration: number;
  /** Time spent in calls into the GPU process, which copies, compiles and draws. */
  inCard: number;
  /** Time in which the browser presents the frame; without a GPU it waits until everything is drawn. */
  inHandover: number;
  /** The rest: scripts of the page and the browser's work for them. */
  own: number;
  /** CPU time of the thread, which does not depend on other load. */
  processor: number;
  /** Its longest parts. */
  parts: string;
}

const CATEGORIES = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  'v8',
];
const BEGIN = 'bench:begin';

/** The main-thread tasks while `work` runs, the longest in CPU time first. */
export async function mainTasks(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<MainTask[]> {
  await page.evaluate('takeCalls()');
  await browser.startTracing(page, { categories: CATEGORIES });
  const begun = await page.evaluate<number>(`performance.mark('${BEGIN}').startTime`);
  await work();
  const calls = (await page.evaluate('takeCalls()')) as CardCall[];
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const mark = traceEvents.find(({ name }) => name === BEGIN);
  if (!mark) throw new Error('the trace has no beginning');
  const onClock = (ms: number) => mark.ts + (ms - begun) * 1000;
  const ofThread = traceEvents.filter(
    ({ pid, tid, ph, ts }) => pid === mark.pid && tid === mark.tid && ph === 'X' && ts > mark.ts,
  );
  const isTask = ({ name }: TraceEvent) => name === 'ThreadControllerImpl::RunTask';
  return ofThread
    .filter(isTask)
    .map((task) => {
      const end = task.ts + (task.dur ?? 0);
      const within = (start: number, stop: number) => start >= task.ts && stop <= end + 100;
      const inCard = calls
        .filter(({ start, duration }) => within(onClock(start), onClock(start + duration)))
        .toSorted((a, b) => b.duration - a.duration);
      const cardMs = inCard.reduce((sum, { duration }) => sum + duration, 0);
      const duration = (task.dur ?? 0) / 1000;
      const scripts = ofThread
        .filter(
          (event) =>
            event.name !== 'RunTask' && !isTask(event) && within(event.ts, event.ts + (event.dur ?? 0)),
        )
        .toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
        .filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at);
      const named = [
        ...scripts
          .slice(0, 3)
          .map(({ name, dur = 0, args }) => `${nameOf(name, args?.data)} ${(dur / 1000).toFixed(1)}`),
        ...inCard.slice(0, 2).map(({ name, duration: ms }) => `gl.${name} ${ms.toFixed(1)}`),
      ];
      const inHandover = (scripts.find(({ name }) => name === 'Commit')?.dur ?? 0) / 1000;
      const own = Math.max(0, duration - cardMs - inHandover);
      const processor = (task.tdur ?? 0) / 1000;
      return { duration, inCard: cardMs, inHandover, own, processor, parts: named.join(', ') };
    })
    .toSorted((a, b) => b.processor - a.processor);
}

const nameOf = (name: string, data?: { functionName?: string }): string =>
  data?.functionName ? `${name} ${data.functionName}` : name;
