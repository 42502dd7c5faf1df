import { expect, test } from 'vitest';
import { fuzz } from './testing/fuzz/fuzz.ts';
import { openTestApp } from './testing/test-app.ts';

// `npm run bench -- fuzz` sets these for a long run.
const rounds = Number(process.env.FUZZ_ROUNDS ?? 500);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const isLong = process.env.FUZZ_ROUNDS !== undefined;

function reportMemory(round: number): void {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const [heap, all] = [heapUsed, rss].map((bytes) => Math.round(bytes / 2 ** 20));
  console.info(`${round} rounds: heap ${heap} MB, process ${all} MB`);
}

test('no request close to a valid one fails or returns data of strangers', async () => {
  const t = await openTestApp({ work: isLong });
  const more = isLong ? { together: true, onWorld: reportMemory } : {};
  const { statuses, failures, barren } = await fuzz(t, { rounds, seed, ...more });
  if (isLong) {
    console.info(Object.fromEntries([...statuses].toSorted(([one], [other]) => one - other)));
    console.info(`Never succeeded: ${barren.join(' ')}`);
  }
  expect(failures).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(rounds / 5);
}, 36_000_000);
