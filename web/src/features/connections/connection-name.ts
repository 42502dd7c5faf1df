import type { Connection } from '@cusp/contract/connections';

/** The display name of a connection: the alias, else the person's name, else their email address, else ''. */
export const calledBy = ({ alias, name, email }: Connection): string => alias || name || email;

/** The name of a country code in the given language; '' for an empty code. */
export const countryIn = (language: string, code: string): string =>
  code && (new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code);

/** Address and country in one line. */
export const placeOf = ({ address, country }: Connection, language: string): string =>
  [address, countryIn(language, country)].filter(Boolean).join(', ');
