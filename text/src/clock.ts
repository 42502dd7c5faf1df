import type { Language } from './languages.ts';

/** Locale of the date and time format of each language; all others use en-US. */
const LOCALES: Record<string, string> = {
  de: 'de-DE',
  es: 'es-ES',
  fr: 'fr-FR',
  it: 'it-IT',
  ja: 'ja-JP',
  ko: 'ko-KR',
  pl: 'pl-PL',
  'pt-BR': 'pt-BR',
};

export const dateLocale = (language: Language | 'ja'): string => LOCALES[language] ?? 'en-US';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The format of a locale, made once for each `name`. */
export function formatOf(
  locale: string,
  name: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${name}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** A clock of twelve hours has no leading zero: 3:52 PM, but 09:05. */
export const clockOf = (language: Language) =>
  ({ hour: language === 'en' || language === 'ko' ? 'numeric' : '2-digit', minute: '2-digit' }) as const;

/** The time of a moment (ISO 8601) in the person's own time zone, or in a `timeZone` (IANA). */
export const formatClock = (moment: string, language: Language, timeZone?: string): string =>
  formatOf(dateLocale(language), `clock ${timeZone ?? ''}`, {
    ...clockOf(language),
    ...(timeZone ? { timeZone } : {}),
  }).format(new Date(moment));
