/** A country's name in a language; empty for people of whom no country is known, such as imported ones. */
export const countryName = (code: string, language: string): string =>
  code && (new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code);
