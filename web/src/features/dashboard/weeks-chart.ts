import type { weekCounts } from '@cusp/contract/dashboard';
import type { ReplyOf } from '@cusp/contract/endpoint';

export type Weeks = ReplyOf<typeof weekCounts>['weeks'];

/** The least round number that the highest bar fits under: an even one, so that its half is whole too. */
export function topOf(weeks: Weeks): number {
  const most = Math.max(2, ...weeks.flatMap(({ sent, completed }) => [sent, completed]));
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * magnitude >= most) ?? 10;
  const top = step * magnitude;
  return top % 2 === 0 ? top : top * 2;
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowDown: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** The week that a key leads to, null for keys that lead nowhere. */
export const weekAfter = (key: string, at: number, weeks: Weeks): number | null =>
  STEPS[key]?.(at, weeks.length - 1) ?? null;
