import type { Connection } from '@cusp/contract/connections';

/** What an entry is called: the own alias, else the person's name, else their address; '' for nobody known. */
export const calledBy = ({ alias, name, email }: Connection): string => alias || name || email;

/** Address and country in one line; the country in the language of the page. */
export function placeOf({ address, country }: Connection, language: string): string {
  const named =
    country && (new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(country) ?? country);
  return [address, named].filter(Boolean).join(', ');
}
