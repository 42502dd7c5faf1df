import { useEffect, useState } from 'react';

/** Time zone of this person's clock, as IANA names it. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const two = (value: number) => String(value).padStart(2, '0');

/** The day of a date where the reader is, `YYYY-MM-DD`. */
export function dayOfDate(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Today, `YYYY-MM-DD`; a page that stays open goes on to the next day at midnight. */
export function useToday(): string {
  const [day, setDay] = useState(() => dayOfDate(new Date()));
  useEffect(() => {
    const look = () => setDay(dayOfDate(new Date()));
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    const midnight = new Date(year, month - 1, date + 1);
    // A second late rather than early; a machine that slept looks again when its page is seen.
    const timer = setTimeout(look, midnight.getTime() - Date.now() + 1000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [day]);
  return day;
}
