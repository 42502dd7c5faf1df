import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@cusp/contract/errors';
import { LANGUAGES } from '@cusp/text/languages';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import de from '../../../languages/de/errors.json' with { type: 'json' };
import en from '../../../languages/en/errors.json' with { type: 'json' };
import { ApiError } from '../client/api-error.ts';
import { errorText, whenText } from './error-text.ts';

const SERVER = join(import.meta.dirname, '../../../server/src');

beforeAll(() =>
  i18next.init({ lng: 'en', resources: { en: { errors: en }, de: { errors: de } }, returnNull: false }),
);

const tooMany = (retry_after?: number) => new ApiError(429, { code: 'too_many_requests', retry_after });
const say = (error: unknown, language = 'en') => {
  void i18next.changeLanguage(language);
  return errorText(i18next.getFixedT(language, 'errors'), error);
};

test('too_many_requests says how long to wait', () => {
  expect(say(tooMany(40))).toBe('Too many requests. Please try again in 40 seconds.');
  expect(say(tooMany(900))).toBe('Too many requests. Please try again in 15 minutes.');
  expect(say(tooMany(1), 'de')).toBe('Zu viele Anfragen. Bitte versuchen Sie es in 1 Sekunde erneut.');
  expect(say(tooMany())).toBe('Too many requests. Please try again later.');
});

test.each([
  [89, 'in 89 seconds'],
  [90, 'in 2 minutes'],
  [5340, 'in 89 minutes'],
  [5341, 'in 2 hours'],
  [86_400, 'in 24 hours'],
])('%d seconds reads %s', (seconds, words) => expect(whenText(seconds, 'en')).toBe(words));

test('every language can say a waiting time', () => {
  const all = LANGUAGES.map((language) => whenText(30, language));
  expect(new Set(all).size).toBeGreaterThan(5);
});

test('an unknown error reads as our fault', () => {
  for (const error of [null, new Error('x'), { code: 'no such code' }])
    expect(say(error)).toBe('Something went wrong on our side.');
});

test('the sign-in screen comes with the texts of all refusals that it can get', () => {
  const files = globSync(
    [
      'platform/http/*.ts',
      'modules/{social,region-sign-in,throttle}/*.ts',
      'modules/identity/{log-in,after-first-factor,blocked,human-check,moving-people,same-site,sign-in-step}.ts',
      'modules/security/{log-in-by-code,log-in-by-passkey,passkey-challenge,passkey-proof,spend-code}.ts',
    ],
    { cwd: SERVER, exclude: ['**/*.test.ts'] },
  );
  expect(files.length).toBeGreaterThan(40);
  const codes = files.flatMap((file) =>
    [...readFileSync(join(SERVER, file), 'utf8').matchAll(/'([a-z_]+)'/g)].map(([, code = '']) => code),
  );
  const missing = codes.filter((code) => Object.hasOwn(ERRORS, code) && !Object.hasOwn(en, code));
  // No sign-in includes a file.
  expect(new Set(missing)).toEqual(new Set(['file_too_large', 'picture_too_large']));
});
