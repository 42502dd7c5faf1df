// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { saveFrom } from './use-save-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('of many downloads the browser starts fewer than ten a second, the first one immediately', async () => {
  vi.useFakeTimers();
  const asked: { url: string; at: number }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    asked.push({ url: new URL(this.href).pathname, at: Date.now() });
  });
  const urls = Array.from({ length: 24 }, (_, at) => `/files/${at}`);
  const all = Promise.all(urls.map(saveFrom));
  expect(asked).toHaveLength(1);
  await vi.runAllTimersAsync();
  await all;
  expect(asked.map(({ url }) => url)).toEqual(urls);
  for (const [n, { at }] of asked.slice(10).entries())
    expect(at - (asked[n]?.at ?? at)).toBeGreaterThan(1000);
});
