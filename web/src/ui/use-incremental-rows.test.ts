// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nextRows } from './use-incremental-rows.ts';
import { whenIdle } from './when-idle.ts';

const page = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ id: from + at }));
const ids = (rows: readonly { id: number }[]) => new Set(rows.map(({ id }) => id));

/** The number of rendered rows after each pass until all are. */
function goes(
  rows: { id: number }[],
  standing: ReadonlySet<number>,
  steps?: Parameters<typeof nextRows>[2],
): number[] {
  const seen: number[] = [];
  for (let now = standing; seen.at(-1) !== rows.length && seen.length < 100; ) {
    const next = nextRows(rows, now, steps);
    seen.push(next.length);
    now = ids(next);
  }
  return seen;
}

describe('rendering a list in pieces', () => {
  it('a new page renders ten rows at a time as far as it has layout, then the rest', () => {
    expect(goes(page(1, 100), new Set())).toEqual([10, 20, 30, 100]);
    expect(goes(page(1, 25), new Set())).toEqual([10, 20, 25]);
    expect(goes(page(1, 10), new Set())).toEqual([10]);
    expect(goes([], new Set())).toEqual([0]);
  });

  it('heavy rows come a few at a time, above and below the fold', () => {
    expect(goes(page(1, 40), new Set(), { atOnce: 12, most: 5 })).toEqual([12, 24, 30, 35, 40]);
  });

  it('rendered rows stay when a few new rows arrive anywhere', () => {
    const standing = ids(page(1, 100));
    const rows = [...page(200, 2), ...page(1, 60), ...page(300, 3), ...page(61, 35)];
    expect(nextRows(rows, standing)).toBe(rows);
  });

  it('new rows count towards a pass wherever they are', () => {
    expect(goes([...page(500, 15), ...page(1, 85)], ids(page(1, 100)))).toEqual([10, 20, 30, 100]);
  });

  it('every row is rendered in the end', () => {
    for (let length = 0; length <= 120; length += 7)
      for (let known = 0; known <= length; known += 5)
        expect(goes(page(1, length), ids(page(length - known + 1, known))).at(-1)).toBe(length);
  });
});

describe('the next piece', () => {
  const clock = () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const change = vi.fn();
    return { change, begin: () => whenIdle(change) };
  };

  it('waits for a frame, unless the first of that frame took less than 8 ms', () => {
    const { change, begin } = clock();
    begin();
    expect(change).not.toHaveBeenCalled();
    vi.advanceTimersToNextFrame();
    vi.advanceTimersByTime(1);
    expect(change).toHaveBeenCalledTimes(1);
    begin();
    expect(change).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(20);
    begin();
    expect(change).toHaveBeenCalledTimes(2);
  });

  it('comes after a second and a half where nothing is drawn, and not once it is cancelled', () => {
    const { change, begin } = clock();
    vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
    vi.advanceTimersByTime(100);
    begin();
    vi.advanceTimersByTime(1499);
    expect(change).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(change).toHaveBeenCalledTimes(1);
    begin()();
    vi.advanceTimersByTime(3000);
    expect(change).toHaveBeenCalledTimes(1);
  });
});
