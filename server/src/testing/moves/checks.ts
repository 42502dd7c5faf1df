import { expect } from 'vitest';
import type { SourceState, TargetState } from '../../modules/region-move/protocol.ts';

/** `digests`: of what the source stores; `imported`: where the target is. */
export function checkSource(
  before: SourceState,
  after: SourceState,
  digests: string,
  imported: TargetState['step'] | undefined,
): void {
  const hasArrived = after.step === 'arrived' || after.step === 'erased';
  expect(after.percent, 'percent never falls').toBeGreaterThanOrEqual(before.percent);
  expect(after.percent === 100, '100 percent only after the arrival').toBe(hasArrived);
  if (before.statement) expect(after.statement, 'the first statement stays').toBe(before.statement);
  if (after.step === before.step) return;
  if (after.step === 'frozen')
    expect(after.freeze_no, 'each freeze has its number').toBe(before.freeze_no + 1);
  if (after.step === 'committed') {
    expect(before.step, 'only frozen people are committed').toBe('frozen');
    expect(after.statement, 'verified in this freeze').toBe(`${before.freeze_no}:${digests}`);
  }
  if (hasArrived) expect(imported, 'arrived at the target').toBe('arrived');
}

/** `isHome`: whether the people live in the region of the target. */
export function checkTarget(
  before: TargetState,
  after: TargetState,
  source: SourceState,
  isHome: boolean,
): void {
  expect(['none', 'copying'], 'arrived and dropped are final').toContain(before.step);
  if (after.step === 'arrived') expect(source.step, 'activated after the commit').toBe('committed');
  if (after.step === 'dropped') {
    expect(['cancelled', 'failed'], 'dropped because it is over').toContain(source.step);
    expect(isHome, 'a drop removes nothing of people who live here').toBe(false);
  }
}
