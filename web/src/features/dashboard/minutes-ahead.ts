/** Minutes by which this person's clock is ahead of UTC now. */
export const minutesAhead = (): number => -new Date().getTimezoneOffset();
