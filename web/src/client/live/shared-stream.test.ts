import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { openSharedStream } from './shared-stream.ts';
import type { StreamMessage } from './stream.ts';

/** Web Locks as browsers have them: first come, first served. */
class FakeLocks {
  #queue: { grant(): void }[] = [];
  request(_: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = {
        grant: () =>
          void hold().then(() => {
            this.#queue = this.#queue.filter((each) => each !== entry);
            this.#queue[0]?.grant();
            resolve();
          }),
      };
      this.#queue.push(entry);
      if (this.#queue[0] === entry) entry.grant();
      signal.addEventListener('abort', () => {
        if (this.#queue[0] === entry) return;
        this.#queue = this.#queue.filter((each) => each !== entry);
        reject(signal.reason);
      });
    });
  }
}

const tabs: (() => void)[] = [];
function openTab(userId = 7, requestedAt: number | null = null) {
  const message: StreamMessage[] = [];
  const close = openSharedStream(userId, (each) => message.push(each), requestedAt);
  tabs.push(close);
  return { message, close };
}
const line = () => FakeEventSource.live[0] ?? expect.fail('no line is open');
/** The kinds of messages a tab got; "the stream is up" is repeated to all whenever a tab asks. */
const kinds = ({ message }: { message: StreamMessage[] }) => {
  const all = message.map(({ kind }) => kind);
  return all.filter((kind, at) => kind !== 'line' || all.indexOf(kind) === at);
};

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('navigator', { locks: new FakeLocks() });
  FakeEventSource.all = [];
});
afterEach(() => {
  for (const close of tabs.splice(0)) close();
  vi.unstubAllGlobals();
});

test('the tabs of a person share one stream, and each gets every event once', async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  expect(FakeEventSource.live).toHaveLength(1);
  line().onopen?.();
  line().say('post_modified', { id: 16, name: 'post_modified' }, '16');
  for (const tab of [first, second, third])
    await eventually(() => expect(kinds(tab)).toEqual(['line', 'event']));
});

test('a tab that opens later learns whether the stream is up', async () => {
  openTab();
  line().onopen?.();
  const late = openTab();
  await eventually(() => expect(late.message.at(-1)).toEqual({ kind: 'line', up: true }));
});

test('when the tab with the stream closes, the next one takes over and resyncs', async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  line().onopen?.();
  await eventually(() => expect(kinds(third)).toEqual(['line']));
  first.close();
  await eventually(() => expect(FakeEventSource.all).toHaveLength(2));
  expect(FakeEventSource.live).toHaveLength(1);
  expect(kinds(second)).toEqual(['line']);
  line().onopen?.();
  for (const tab of [second, third]) await eventually(() => expect(kinds(tab)).toEqual(['line', 'resync']));
  expect(kinds(first)).toEqual(['line']);
});

test('a tab that takes over a stream that was never up asks for events since its own start', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const first = openTab();
    openTab();
    vi.advanceTimersByTime(20_000);
    first.close();
    await eventually(() => expect(FakeEventSource.all).toHaveLength(2));
    expect(line().url).toMatch(/since=2\d/);
  } finally {
    vi.useRealTimers();
  }
});

test('data requested before the page was rendered misses no event', async () => {
  openTab(7, performance.now() - 15_500);
  expect(line().url).toMatch(/since=16$/);
  line().onopen?.();
  const second = openTab(7, performance.now());
  await eventually(() => expect(kinds(second)).toEqual(['resync', 'line']));
});

test('closing the last tab closes the stream', async () => {
  const only = openTab();
  expect(FakeEventSource.live).toHaveLength(1);
  only.close();
  expect(FakeEventSource.live).toEqual([]);
});

test('another person in the same browser has a separate stream', async () => {
  const [mine, theirs] = [openTab(7), openTab(8)];
  line().onopen?.();
  await eventually(() => expect(kinds(mine)).toEqual(['line']));
  expect(theirs.message).toEqual([]);
});

test('without Web Locks each tab has its own stream', () => {
  vi.stubGlobal('navigator', {});
  openTab();
  openTab();
  expect(FakeEventSource.live).toHaveLength(2);
});
