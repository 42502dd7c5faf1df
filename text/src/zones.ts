/** A calendar day; `month` counts from 1. Days and months out of range overflow, as in `Date`. */
interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

const HOUR_MS = 3600 * 1000;
/** Longer than any clock change, shorter than the time between two. */
const AROUND_MS = 12 * HOUR_MS;
const MAX_CLOCKS = 600;
const POSIX_OFFSET = /^<lab>(?<sign>[+-])(?<hours>\d+):(?<minutes>\d\d)$/;
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
  if (clocks.size < MAX_CLOCKS) clocks.set(zone, clock);
  return clock;
}

/**
 * A browser may lack a zone that the server has; it uses UTC then. Plans may name a zone by its offset in POSIX
 * notation.
 */
function knownZone(name: string): string {
  const offset = POSIX_OFFSET.exec(name)?.groups;
  // POSIX counts to the west.
  const zone = offset
    ? `${offset.sign === '-' ? '+' : '-'}${offset.hours?.padStart(2, '0')}:${offset.minutes}`
    : name;
  try {
    clockOf(zone);
    return zone;
  } catch {
    return 'UTC';
  }
}

/** The local time in a zone as if it were UTC, in milliseconds. */
export function shownBy(zone: string, moment: number): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
}

/** Whether this machine supports a time zone: by its IANA name, or as a fixed offset such as `+01:00`. */
export function isZone(name: string): boolean {
  try {
    return Boolean(clockOf(name));
  } catch {
    return false;
  }
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

/** Whether clocks in two zones show the same time at a moment. */
export const haveSameTime = (one: string, other: string, moment: Date): boolean =>
  shownBy(knownZone(one), moment.getTime()) === shownBy(knownZone(other), moment.getTime());

/** The local day in a zone at a moment, `YYYY-MM-DD`; in UTC if this machine lacks the zone. */
export const dayAt = (zone: string, moment: Date | string): string =>
  isoDay(dayIn(knownZone(zone), new Date(moment)));

/** The moment when a day `YYYY-MM-DD` ends in a zone, ISO 8601. */
export function endOf(zone: string, day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return beginOf(knownZone(zone), { year, month, day: date + 1 }).toISOString();
}

/**
 * The place that a zone is named after, such as `New York` of `America/New_York`; `UTC−5` for `Etc/GMT+5`, which counts
 * to the west.
 */
export function placeOfZone(zone: string): string {
  const name = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  const offset = /^GMT([+-])(\d+)$/.exec(name);
  if (!offset) return name;
  return Number(offset[2]) === 0 ? 'UTC' : `UTC${offset[1] === '+' ? '−' : '+'}${offset[2]}`;
}
