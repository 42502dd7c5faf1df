import type { Connection } from '@cusp/contract/connections';

/** What an entry is called: the own alias, else the person's name, else their address; '' for nobody known. */
export const calledBy = ({ alias, name, email }: Connection): string => alias || name || email;

/** A country by its code in the language of the page; '' for none. */
export const countryIn = (language: string, code: string): string =>
  code && (new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code);

/** Address and country in one line. */
export const placeOf = ({ address, country }: Connection, language: string): string =>
  [address, countryIn(language, country)].filter(Boolean).join(', ');
