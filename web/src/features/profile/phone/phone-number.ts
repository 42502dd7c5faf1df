import { LIMITS } from '@cusp/contract/identity';
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

const known = (country: string): CountryCode | undefined =>
  isSupportedCountry(country) ? country : undefined;

/**
 * What was typed as an international number, with blanks where its country puts them. Digits without a + are
 * read as dialled in `country` (ISO 3166-1 alpha-2). Null when they cannot be a number.
 */
export function internationalNumber(typed: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(typed, known(country));
  if (!parsed?.isPossible() || parsed.ext) return null;
  const written = parsed.formatInternational().replaceAll(/[^+\d]+/g, ' ');
  return written.length <= LIMITS.phone ? written : parsed.number;
}

/** How numbers of a country begin, such as '+49'; '' for no country. */
export function callingCode(country: string): string {
  const code = known(country);
  return code ? `+${getCountryCallingCode(code)}` : '';
}
