import { COUNTRY_CODES } from '@cusp/contract/countries';
import { Phone } from '@cusp/contract/identity';
import { LIMITS } from '@cusp/contract/limits';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callingCode, internationalNumber } from './phone-number.ts';
import { bareNumber } from './use-phone-verification.ts';

describe('internationalNumber', () => {
  test.each([
    ['+49 89 123456', 'DE', '+49 89 123456'],
    ['+4989123456', '', '+49 89 123456'],
    ['089 / 12 34 56', 'DE', '+49 89 123456'],
    ['0049 89 123456', 'DE', '+49 89 123456'],
    ['(617) 555-0120', 'US', '+1 617 555 0120'],
    ['02-123-4567', 'KR', '+82 2 123 4567'],
    ['+82 2 123 4567', 'DE', '+82 2 123 4567'],
    ['06 12345678', 'IT', '+39 06 1234 5678'],
    ['+1 (617) 555-0120', 'XX', '+1 617 555 0120'],
  ])('%s in %s is %s', (typed, country, number) => {
    expect(internationalNumber(typed, country)).toBe(number);
  });

  test.each([
    ['', 'DE'],
    ['089 123456', ''],
    ['089 123456', 'XX'],
    ['12', 'DE'],
    ['call me', 'DE'],
    ['+49', 'DE'],
    ['+49 89 123456 ext. 7', 'DE'],
    ['+999 123456789', 'DE'],
    ['9015327', 'CA'],
  ])('%j in %j is no phone number', (typed, country) =>
    expect(internationalNumber(typed, country)).toBeNull(),
  );

  test('formatted numbers are valid by the contract and formatting is idempotent', () => {
    const digits = fc.array(fc.nat(9), { minLength: 1, maxLength: 18 }).map((list) => list.join(''));
    fc.assert(
      fc.property(
        fc.constantFrom('', '+', '0'),
        digits,
        fc.constantFrom(...COUNTRY_CODES),
        (start, rest, country) => {
          const number = internationalNumber(start + rest, country);
          if (number === null) return;
          expect(number.length).toBeLessThanOrEqual(LIMITS.phone);
          expect(Phone.safeParse(number).success, number).toBe(true);
          expect(bareNumber(internationalNumber(number, country) ?? '')).toBe(bareNumber(number));
        },
      ),
    );
  });
});

test('a country without its own calling code has none', () => {
  expect(callingCode('KR')).toBe('+82');
  expect(callingCode('AQ')).toBe('');
  expect(callingCode('')).toBe('');
});
