import type { SourceState, TargetState } from '../../modules/region-move/protocol.ts';

/** A rule that each history is checked for at each of its steps; `expect` is too slow for millions of them. */
export function check(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`broken: ${rule}`);
}

/** `digests`: of the data in the source; `imported`: the state of the target. */
export function checkSource(
  before: SourceState,
  after: SourceState,
  digests: string,
  imported: TargetState['step'] | undefined,
): void {
  const hasArrived = after.step === 'arrived' || after.step === 'erased';
  check(after.percent >= before.percent, 'percent never falls');
  check((after.percent === 100) === hasArrived, '100 percent only after the arrival');
  check(before.statement === null || after.statement === before.statement, 'the first statement stays');
  if (after.step === before.step) return;
  if (after.step === 'frozen') check(after.freeze_no === before.freeze_no + 1, 'each freeze has its number');
  if (after.step === 'committed') {
    check(before.step === 'frozen', 'only frozen people are committed');
    check(after.statement === `${before.freeze_no}:${digests}`, 'a commit was verified in its freeze');
  }
  if (hasArrived) check(imported === 'arrived', 'arrived at the target');
}

/** `isHome`: whether the people live in the region of the target. */
export function checkTarget(
  before: TargetState,
  after: TargetState,
  source: SourceState,
  isHome: boolean,
): void {
  check(before.step === 'none' || before.step === 'copying', 'arrived and dropped are final');
  if (after.step === 'arrived') check(source.step === 'committed', 'activated after the commit');
  if (after.step !== 'dropped') return;
  check(source.step === 'cancelled' || source.step === 'failed', 'dropped because it is over');
  check(!isHome, 'a drop removes nothing of people who live here');
}
