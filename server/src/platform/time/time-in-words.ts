/** A moment in UTC for a mail, such as 'May 1, 2026, 2:30 PM UTC'; the reader's time zone is not known. */
export const timeInWords = (language: string, moment: Date): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(moment)} UTC`;
