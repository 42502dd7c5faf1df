import i18next, { type TOptions } from 'i18next';

/**
 * The text for a code that the page does not know, because the server is newer than the page: the text `unknown` of the
 * group of its key, such as `history:did.unknown`, or one that fits all groups. A text that is missing itself is empty.
 * Imported with the formats of dates, which all pages with data use; sign-in and sign-up do without it, because their
 * code has to stay small.
 */
i18next.options.parseMissingKeyHandler = (key: string, given: string | undefined, { ns }: TOptions): string =>
  given ??
  (key.endsWith('unknown')
    ? ''
    : i18next.t([key.replace(/[^.:]+$/, 'unknown') as 'common:unknown', 'common:unknown'], { ns }));
