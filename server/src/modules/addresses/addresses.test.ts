import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { playAddressProvider, suggestions } from '../../testing/address-provider.ts';
import { ask } from '../../testing/sign-in.ts';
import { createTestApp, openTestApp } from '../../testing/test-app.ts';

const KEY = 'key-of-the-provider';
const FORM = '7b4b9f1e-4a3d-4c57-9a51-2f6d7f0c8e11';
const provider = await playAddressProvider();
afterAll(() => provider.close());
const atHome = provider.answer;
const t = await openTestApp({ config: { googlePlaces: { apiUrl: provider.url, key: KEY } } });
let serial = 0;
let from = '';
beforeEach(() => {
  provider.heard.length = 0;
  serial += 1;
  from = `203.0.113.${serial}`;
});
afterEach(() => {
  provider.answer = atHome;
});

const suggest = (more: object = {}, app = t) =>
  ask(app, {
    path: '/v1/auth/addresses/',
    body: { text: 'Hafen', country: 'DE', language: 'de', form: FORM, ...more },
    from,
  });
const addressesOf = async (more: object = {}) => {
  const reply = await suggest(more);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().addresses;
};
/** Makes the provider answer like this from now on. */
const answers = (how: (reply: ServerResponse) => void) => {
  provider.answer = how;
};

describe('the provider is not asked', () => {
  test.each([
    ['too little', { text: 'Ha' }],
    ['blanks', { text: '   \t ' }],
    ['more than a field holds', { text: 'x'.repeat(201) }],
    ['several lines', { text: 'Hafen\nstraße' }],
    ['no country', { country: 'Germany' }],
    ['no language of ours', { language: 'xx' }],
    ['no form', { form: 'x' }],
  ])('the provider is not asked about %s', async (_, body) => {
    const reply = await suggest(body);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().code).toBe('invalid_input');
    expect(provider.heard).toEqual([]);
  });

  test('no suggestions without a configured provider, and the page can see that', async () => {
    const plain = await createTestApp();
    const reply = await suggest({}, plain);
    expect(reply.json()).toEqual({ addresses: [] });
    expect((await plain.nobody.get('/v1/app-info/')).json().address_provider).toBeNull();
    expect((await t.nobody.get('/v1/app-info/')).json().address_provider).toBe('Google Maps');
    await plain.close();
  });

  test('no request of a flooding client reaches the provider', async () => {
    await addressesOf();
    await t.services.db.updateTable('login_failure').set({ count: 2030 }).execute();
    const reply = await suggest();
    expect(reply.statusCode).toBe(429);
    expect(reply.json().retry_after).toBeGreaterThan(0);
    expect(provider.heard).toHaveLength(1);
    await t.services.db.deleteFrom('login_failure').execute();
  });
});

test('suggestions are requested within the country and in the language of the page', async () => {
  expect(await addressesOf({ text: '  Hafen ' })).toEqual(['12 Quay Street, Dublin', 'Hafen 1, Hamburg']);
  expect(provider.heard[0]).toMatchObject({
    url: '/v1/places:autocomplete',
    headers: { 'x-goog-api-key': KEY },
    body: { input: 'Hafen', languageCode: 'de', includedRegionCodes: ['de'], sessionToken: FORM },
  });
  await addressesOf({ country: '' });
  expect(provider.heard[1]?.body).not.toHaveProperty('includedRegionCodes');
});

test('the provider learns nothing about the user, and the page does not get the key', async () => {
  const reply = await ask(t, {
    path: '/v1/auth/addresses/',
    body: { text: 'Hafen', language: 'de', form: FORM },
    headers: { 'user-agent': 'browser of somebody', cookie: 'a=b', referer: 'https://x.example/' },
    from,
  });
  const sent = JSON.stringify(provider.heard);
  for (const own of [from, 'somebody', 'a=b', 'x.example']) expect(sent).not.toContain(own);
  expect(reply.body + JSON.stringify(reply.headers)).not.toContain(KEY);
  expect((await t.nobody.get('/v1/app-info/')).body).not.toContain(KEY);
});

test('suggestions are valid, unique, and at most five', async () => {
  answers((reply) =>
    reply.end(
      suggestions([
        '',
        '  ',
        'x'.repeat(201),
        'two\nlines',
        'Quay 1',
        'Quay 1',
        '<b>Quay</b>',
        '3',
        '4',
        '5',
        '6',
      ]),
    ),
  );
  expect(await addressesOf()).toEqual(['Quay 1', '<b>Quay</b>', '3', '4', '5']);
});

test('no match gives an empty answer', async () => {
  answers((reply) => reply.end('{}'));
  expect(await addressesOf()).toEqual([]);
});

describe('empty suggestions without an error when the provider', () => {
  test.each<[string, (reply: ServerResponse) => void]>([
    ['refuses', (reply) => void reply.writeHead(403).end('{"error":{}}')],
    ['is down', (reply) => void reply.writeHead(503).end('<html>')],
    ['hangs up', (reply) => void reply.socket?.destroy()],
    ['speaks nonsense', (reply) => void reply.end('not json')],
    ['answers in another shape', (reply) => void reply.end(suggestions([{ text: 7 }]))],
    [
      'leads elsewhere',
      (reply) => void reply.writeHead(302, { location: `${provider.url}/elsewhere` }).end(),
    ],
    ['answers far too much', (reply) => void reply.end(' '.repeat(1_000_000) + suggestions(['Quay 1']))],
    ['never answers', () => {}],
    ['begins and never ends', (reply) => void reply.write('{"suggestions":[')],
    [
      'never stops talking',
      (reply) => {
        const talk = () => {
          while (reply.write(' '.repeat(16_384)));
        };
        reply.on('drain', talk);
        talk();
      },
    ],
  ])('%s', async (_, how) => {
    answers(how);
    expect(await addressesOf()).toEqual([]);
    expect(provider.heard.map(({ url }) => url)).toEqual(['/v1/places:autocomplete']);
  });
});

test('the settings', () => {
  expect(readConfig({}).googlePlaces).toBeNull();
  expect(readConfig({ GOOGLE_PLACES_KEY: KEY }).googlePlaces).toEqual({
    key: KEY,
    apiUrl: 'https://places.googleapis.com',
  });
});
