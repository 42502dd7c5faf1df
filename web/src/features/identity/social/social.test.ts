import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { challengeOf, randomText } from '../../../client/code-challenge.ts';
import { answerIn, answerTo, postToOpener } from './answer.ts';
import { newcomerOf } from './social-data.ts';

const HERE = 'https://cusp.example';
const STATE = 's'.repeat(43);
const CODE = 'c'.repeat(43);
const message = (answer: unknown, mark = 'cusp.social') => ({ mark, answer });

beforeEach(() => vi.stubGlobal('location', { origin: HERE }));

describe('the response of the pop-up', () => {
  test('a response from this origin with the right state is accepted', () => {
    const data = message({ state: STATE, code: CODE });
    expect(answerIn({ origin: HERE, data }, STATE)).toEqual({ state: STATE, code: CODE });
  });

  test.each([
    ['another site', 'https://evil.example', message({ state: STATE, code: CODE })],
    ['a site named alike', `${HERE}.evil.example`, message({ state: STATE, code: CODE })],
    ['no site', 'null', message({ state: STATE, code: CODE })],
    ['this site with another state', HERE, message({ state: 't'.repeat(43), code: CODE })],
    ['this site without a state', HERE, message({ code: CODE })],
    ['this site with an unknown error', HERE, message({ state: STATE, error: 'oops' })],
    ['this site about something else', HERE, message({ state: STATE, code: CODE }, 'other')],
    ['an extension', HERE, 'hello'],
    ['nobody', HERE, null],
  ])('a response is refused if it comes from %s', (_, origin, data) => {
    expect(answerIn({ origin, data }, STATE)).toBeNull();
  });

  test('the channel delivers the response without an opener, until the page stops waiting', async () => {
    vi.stubGlobal('window', { opener: null });
    vi.stubGlobal('addEventListener', () => {});
    const waiting = new AbortController();
    const answer = answerTo(STATE, waiting.signal);
    postToOpener({ state: 't'.repeat(43), code: CODE });
    postToOpener({ state: STATE, code: CODE });
    await expect(answer).resolves.toEqual({ state: STATE, code: CODE });
    const given = answerTo(STATE, waiting.signal);
    waiting.abort(new Error('left'));
    await expect(given).rejects.toThrow('left');
  });
});

test('the opener only gets the response if it has our own origin', () => {
  const postMessage = vi.fn();
  vi.stubGlobal('window', { opener: { postMessage } });
  postToOpener({ state: STATE, code: CODE });
  expect(postMessage).toHaveBeenCalledExactlyOnceWith(message({ state: STATE, code: CODE }), HERE);
});

test('verifiers are 32 random bytes, and their challenge follows RFC 7636', async () => {
  const many = Array.from({ length: 200 }, randomText);
  expect(new Set(many).size).toBe(200);
  for (const text of many) expect(text).toMatch(/^[\w-]{43}$/);
  // The example of RFC 7636, appendix B.
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
  const verifier = randomText();
  expect(await challengeOf(verifier)).toBe(createHash('sha256').update(verifier).digest('base64url'));
});

describe('the data of the completion page', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('the data of the completion page names are read in every script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (fullname, has_account) => {
        const gg_details = { email: 'a@b.example', fullname };
        const data = encode({ state: STATE, google_login: true, gg_details, has_account });
        expect(newcomerOf(data)).toEqual({
          provider: 'google',
          state: STATE,
          email: 'a@b.example',
          name: fullname,
          hasAccount: has_account,
          ticket: null,
        });
      }),
    );
  });

  test('data of Facebook is read', () => {
    const fb_details = { email: 'a@b.example', username: 'Ada' };
    const data = encode({ state: STATE, facebook_login: true, fb_details, has_account: true });
    expect(newcomerOf(data)).toMatchObject({ provider: 'facebook', name: 'Ada', hasAccount: true });
  });

  test('malformed data is null', () => {
    for (const data of [null, '', '%%%', encode({}), encode([]), encode({ state: STATE, has_account: true })])
      expect(newcomerOf(data)).toBeNull();
    fc.assert(fc.property(fc.string(), (data) => newcomerOf(data) === null));
  });
});
