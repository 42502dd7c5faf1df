import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emailKey } from './email-key.ts';

describe('spellings of one address have one key', () => {
  test.each([
    ['in capitals', 'ADA.Lovelace@Clinic.Example'],
    ['with blanks around it', '  ada.lovelace@clinic.example\t'],
    ['in full-width letters', 'ａda.lovelace@clinic.example'],
    ['with Cyrillic letters', 'аdа.lоvеlасе@clinic.example'],
    ['with a Cyrillic host', 'ada.lovelace@сlіniс.example'],
    ['with Greek letters', 'αda.lοvelace@clinic.example'],
  ])('%s', (_, spelling) => {
    expect(emailKey(spelling)).toBe('ada.lovelace@clinic.example');
  });

  test('an address has one key in any letter case, and the key of a key is itself', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const key = emailKey(email);
        expect(emailKey(email.toUpperCase())).toBe(key);
        expect(emailKey(key)).toBe(key);
      }),
    );
  });

  test('different addresses have different keys', () => {
    const addresses = [
      'ada@a.example',
      'ada+x@a.example',
      'a.da@a.example',
      'ada@b.example',
      'ada1@a.example',
    ];
    expect(new Set(addresses.map(emailKey)).size).toBe(addresses.length);
  });

  test('any other input has a key without an error', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof emailKey(text) === 'string'));
    expect(emailKey('')).toBe('');
  });
});
