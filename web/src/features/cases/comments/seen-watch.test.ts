import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SEEN_AFTER_MS, SeenWatch } from './seen-watch.ts';

type Report = (entries: { target: object; isIntersecting: boolean }[]) => void;
let observe: Report;
const page = { visible: true, inView: new Set<object>() };
const seen: number[][] = [];
let watch: SeenWatch;

const element = () => ({}) as Element;
const comes = (target: Element, isIntersecting = true) => {
  if (isIntersecting) page.inView.add(target);
  else page.inView.delete(target);
  observe([{ target, isIntersecting }]);
};
const pass = (ms: number) => vi.advanceTimersByTime(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: Report) {
        observe = report;
      }
      observe() {}
      unobserve() {}
    },
  );
  page.visible = true;
  page.inView.clear();
  seen.length = 0;
  watch = new SeenWatch((ids) => seen.push([...ids]), {
    isVisible: () => page.visible,
    isInView: (target) => page.inView.has(target),
  });
  watch.turn(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('comments in view for a second are reported together, once', () => {
  const [one, two] = [element(), element()];
  watch.watch(1, one);
  watch.watch(2, two);
  comes(one);
  comes(two);
  pass(SEEN_AFTER_MS);
  expect(seen).toEqual([]);
  pass(5000);
  expect(seen).toEqual([[1, 2]]);
});

test('a comment off screen, or near the window without being in view, is never reported', () => {
  const [far, near] = [element(), element()];
  watch.watch(1, far);
  watch.watch(2, near);
  comes(near);
  page.inView.delete(near);
  pass(60_000);
  expect(seen).toEqual([]);
});

test('leaving the view or hiding the page restarts the second', () => {
  const one = element();
  watch.watch(1, one);
  comes(one);
  pass(750);
  comes(one, false);
  comes(one);
  pass(1000);
  expect(seen).toEqual([]);
  page.visible = false;
  pass(60_000);
  page.visible = true;
  pass(1000);
  expect(seen).toEqual([]);
  pass(500);
  expect(seen).toEqual([[1]]);
});

test('nothing counts before the person interacts with the case or after they leave it', () => {
  const one = element();
  watch.turn(false);
  const stop = watch.watch(1, one);
  comes(one);
  pass(60_000);
  watch.turn(true);
  pass(1000);
  expect(seen).toEqual([]);
  stop();
  pass(60_000);
  expect(seen).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a failed report is repeated while the comment is in view', () => {
  const one = element();
  watch.watch(1, one);
  comes(one);
  pass(2000);
  watch.retry([1], 10_000);
  pass(9000);
  expect(seen).toEqual([[1]]);
  pass(2000);
  expect(seen).toEqual([[1], [1]]);
});
