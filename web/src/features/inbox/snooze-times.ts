export const PAUSES = ['later', 'tomorrow', 'nextWeek'] as const;
export type Pause = (typeof PAUSES)[number];

const LATER_HOURS = 3;
/** Start of the working day, by the browser's clock. */
const MORNING = 8;
const MONDAY = 1;

/**
 * When a notice comes back. Mornings are set on the calendar of the browser, so that they stay in the morning across a
 * clock change.
 */
export function endOfPause(pause: Pause, now = new Date()): Date {
  if (pause === 'later') return new Date(now.getTime() + LATER_HOURS * 3_600_000);
  const days = pause === 'tomorrow' ? 1 : (MONDAY - now.getDay() + 7) % 7 || 7;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}
