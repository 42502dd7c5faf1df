import { LIMITS } from '@cusp/contract/limits';
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { bareNumber } from './use-phone-verification.ts';

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
  const number = written.length <= LIMITS.phone ? written : parsed.number;
  // A zero too many at the front goes only when the number is read again; some are none then.
  return bareNumber(typed) === bareNumber(number) ? number : internationalNumber(number, country);
}

/** How numbers of a country begin, such as '+49'; '' for no country. */
export function callingCode(country: string): string {
  const code = known(country);
  return code ? `+${getCountryCallingCode(code)}` : '';
}
