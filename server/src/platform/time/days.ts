const HOUR_MS = 3600 * 1000;

/**
 * The earliest and the latest day that is today in some zone, so that no person's today is refused as past or future.
 */
export const earliestToday = () => new Date(Date.now() - 12 * HOUR_MS).toISOString().slice(0, 10);
export const latestToday = () => new Date(Date.now() + 14 * HOUR_MS).toISOString().slice(0, 10);
/** Both of them. */
export const todayAnywhere = () => ({ earliest: earliestToday(), latest: latestToday() });
