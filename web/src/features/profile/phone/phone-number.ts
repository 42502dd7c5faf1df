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
 * The typed text as an international number, formatted as usual in its country. Digits without a + are read as
 * dialled in `country` (ISO 3166-1 alpha-2). Null if they cannot be a number.
 */
export function internationalNumber(typed: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(typed, known(country));
  if (!parsed?.isPossible() || parsed.ext) return null;
  const written = parsed.formatInternational().replaceAll(/[^+\d]+/g, ' ');
  const number = written.length <= LIMITS.phone ? written : parsed.number;
  // A superfluous leading zero is only removed by parsing again, after which some are not valid numbers.
  return bareNumber(typed) === bareNumber(number) ? number : internationalNumber(number, country);
}

/** The calling code of a country, such as '+49'; '' for no country. */
export function callingCode(country: string): string {
  const code = known(country);
  return code ? `+${getCountryCallingCode(code)}` : '';
}
