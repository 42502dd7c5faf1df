import { LANGUAGES } from '@cusp/text/languages';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import de from '../../../languages/de/errors.json' with { type: 'json' };
import en from '../../../languages/en/errors.json' with { type: 'json' };
import { ApiError } from '../client/api-error.ts';
import { errorText, whenText } from './error-text.ts';

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
