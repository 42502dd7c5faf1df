import { expect, test } from 'vitest';
import { fuzz, type Wish } from './testing/fuzz/fuzz.ts';
import { regionCalls } from './testing/fuzz/outside-seeds.ts';
import { openTwoRegions } from './testing/regions.ts';
import { openProviders } from './testing/social/social-app.ts';
import { openAppForTest, type TestApp } from './testing/test-app.ts';

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

/** A long run also includes providers and the other region, which make each request slower. */
async function openPlaces(): Promise<Pick<Wish, 'other'> & { t: TestApp }> {
  if (!isLong) return { t: await openAppForTest() };
  const providers = await openProviders();
  const config = { ...providers, sites: [providers.publicUrl] };
  const { us: t, eu, euUrl } = await openTwoRegions({ work: true, config, rateLimitFactor: 0 });
  // A call missing from the list would not be sent.
  const served = t.app.printRoutes({ commonPrefix: false }).matchAll(/region\/([\w-]+)\/ \(/g);
  expect([...served].map(([, name]) => name).sort()).toEqual(Object.keys(regionCalls()).sort());
  return { t, other: { app: eu, url: euUrl } };
}

test('no request close to a valid one fails or returns data of strangers', async () => {
  const { t, ...places } = await openPlaces();
  const more = isLong ? { together: true, onWorld: reportMemory, ...places } : {};
  const { statuses, failures, barren } = await fuzz(t, { rounds, seed, ...more });
  if (isLong) {
    console.info(Object.fromEntries([...statuses].toSorted(([one], [other]) => one - other)));
    console.info(`Never succeeded: ${barren.join(' ')}`);
  }
  expect(failures).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(rounds / 5);
}, 36_000_000);
