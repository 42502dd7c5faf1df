import type { Connection } from '@cusp/contract/connections';
import { countryName } from '../../ui/format/country-name.ts';

/** The display name of a connection: the alias, else the person's name, else their email address, else ''. */
export const calledBy = ({ alias, name, email }: Connection): string => alias || name || email;

/** Address and country in one line. */
export const placeOf = ({ address, country }: Connection, language: string): string =>
  [address, countryName(country, language)].filter(Boolean).join(', ');
