import { type Change, type GoodFile, rubbish } from '@cusp/mesh/test-damage';
import fc from 'fast-check';

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  cut: fc.nat(12),
  put: fc.oneof(fc.uint8Array({ maxLength: 12 }), fc.constantFrom(...rubbish)),
});

/** Valid files with one to four random changes each; the same seed gives the same files. */
export const sampleDamage = (
  good: readonly GoodFile[],
  count: number,
  seed: number,
): [GoodFile, Change[]][] =>
  fc.sample(fc.tuple(fc.constantFrom(...good), fc.array(change, { minLength: 1, maxLength: 4 })), {
    numRuns: count,
    seed,
  });
