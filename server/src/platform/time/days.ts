/** A calendar day; `month` counts from 1. Days and months out of range overflow, as in `Date`. */
interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

const HOUR_MS = 3600 * 1000;
/** Longer than any clock change, shorter than the time between two. */
const AROUND_MS = 12 * HOUR_MS;
const MOST_CLOCKS = 600;
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (clocks.size < MOST_CLOCKS) clocks.set(zone, clock);
  return clock;
}

/** The local time in a zone as if it were UTC, in milliseconds. */
function shownBy(zone: string, moment: number): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
}

/** The local day in a zone at a moment. */
export function dayIn(zone: string, moment: Date): CalendarDay {
  const shown = new Date(shownBy(zone, moment.getTime()));
  return { year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1, day: shown.getUTCDate() };
}

/** Days since a Monday. */
export const sinceMonday = ({ year, month, day }: CalendarDay): number =>
  (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;

/** `YYYY-MM-DD`. */
export const isoDay = ({ year, month, day }: CalendarDay): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** The moment when a day begins in a zone: midnight, or the first moment after it when clocks skip it. */
export function beginOf(zone: string, { year, month, day }: CalendarDay): Date {
  const shown = Date.UTC(year, month - 1, day);
  const aheadAt = (moment: number) => shownBy(zone, moment) - Math.floor(moment / 1000) * 1000;
  const before = aheadAt(shown - aheadAt(shown) - AROUND_MS);
  const after = aheadAt(shown - aheadAt(shown) + AROUND_MS);
  const midnight = [before, after].find((ahead) => aheadAt(shown - ahead) === ahead);
  return new Date(shown - (midnight ?? before));
}

/** The earliest and the latest day that is today in any zone, so that nobody's today is refused as past or future. */
export const earliestToday = () => new Date(Date.now() - 12 * HOUR_MS).toISOString().slice(0, 10);
export const latestToday = () => new Date(Date.now() + 14 * HOUR_MS).toISOString().slice(0, 10);
