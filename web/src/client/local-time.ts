import { useEffect, useMemo, useState } from 'react';

/** The browser's time zone as an IANA name. */
export const localTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const two = (value: number) => String(value).padStart(2, '0');

/** The local day of a date, `YYYY-MM-DD`. */
export function dayOfDate(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** In all time zones days begin at one of these moments. */
const QUARTER_MS = 15 * 60_000;

/** The last full quarter of an hour; updates while the page stays open, so that days of any time zone change in time. */
export const useQuarterHour = (): Date => useFull(QUARTER_MS);

/** The last full minute; updates while the page stays open. */
export const useMinute = (): Date => useFull(60_000);

function useFull(ms: number): Date {
  const [count, setCount] = useState(() => Math.floor(Date.now() / ms));
  useEffect(() => {
    const look = () => setCount(Math.floor(Date.now() / ms));
    const timer = setTimeout(look, (count + 1) * ms - Date.now() + 1000);
    // After sleep the timer may be late.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [count, ms]);
  return useMemo(() => new Date(count * ms), [count, ms]);
}

/** Today, `YYYY-MM-DD`; updates at midnight while the page stays open. */
export function useToday(): string {
  const [day, setDay] = useState(() => dayOfDate(new Date()));
  useEffect(() => {
    const look = () => setDay(dayOfDate(new Date()));
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    const midnight = new Date(year, month - 1, date + 1);
    // A second late rather than early. After sleep the page checks again when it becomes visible.
    const timer = setTimeout(look, midnight.getTime() - Date.now() + 1000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [day]);
  return day;
}
