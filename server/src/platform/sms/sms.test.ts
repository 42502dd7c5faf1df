import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { LANGUAGES } from '@cusp/text/languages';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestCode } from '../../testing/phone.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { LOOKS } from '../brand/brands.ts';
import { readConfig } from '../config/config.ts';
import type { TwilioConfig } from '../config/providers.ts';
import { reachableNumber } from './phone-number.ts';
import { phoneCodeText } from './render-sms.ts';
import { smsProviderOf } from './twilio.ts';

/** The characters of GSM 03.38's basic table that our texts use; a message with only these may have 160. */
const GSM = /^[A-Za-z0-9 .,:;!?'"()@+\-/ÄÖÜäöüßéèùìòàñÑ]*$/;

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(LOOKS.map(({ key, app_name }) => [key, app_name]))(
    'a code of %s fits into one message and names the brand',
    async (brand, name) => {
      const text = await phoneCodeText('012345', { language, brand });
      expect(text).toContain('012345');
      expect(text.startsWith(name)).toBe(true);
      expect(text.length, text).toBeLessThanOrEqual(GSM.test(text) ? 160 : 70);
    },
  );
});

test('an unsupported language gets English', async () => {
  expect(await phoneCodeText('012345', { language: 'xx', brand: 'cusp' })).toBe(
    'Cusp: 012345 is your verification code. It works for 10 minutes.',
  );
});

test.each([
  ['+49 89 123456', '+4989123456'],
  ['+49 (0)89 123456', '+4989123456'],
  ['+82 2 123 4567', '+8221234567'],
  ['+1 617 555 0120', '+16175550120'],
  ['+49 900 1234567', null],
  ['+1 900 555 0100', null],
  ['089 123456', null],
  ['', null],
])('%s is sent to as %s', (phone, number) => expect(reachableNumber(phone)).toBe(number));

describe('the settings', () => {
  const SID = { TWILIO_ACCOUNT_SID: 'AC1' };
  test('the settings are complete or an error', () => {
    expect(readConfig({}).twilio).toBeNull();
    expect(() => readConfig({ ...SID, TWILIO_FROM: '+1' })).toThrow('TWILIO_AUTH_TOKEN is needed');
    expect(() => readConfig({ ...SID, TWILIO_AUTH_TOKEN: 'x' })).toThrow('TWILIO_FROM is needed');
  });

  test('the settings without a provider disable text messages in production', () => {
    expect(smsProviderOf({ ...readConfig({}), production: true })).toBeNull();
    expect(smsProviderOf({ ...readConfig({}), production: false })).not.toBeNull();
  });
});

describe('Twilio', () => {
  interface Heard {
    url: string;
    headers: IncomingHttpHeaders;
    body: URLSearchParams;
  }
  let heard: Heard[] = [];
  let answer: (reply: ServerResponse) => void = () => {};
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      heard.push({
        url: `${request.method} ${request.url}`,
        headers: request.headers,
        body: new URLSearchParams(body),
      });
      answer(reply);
    });
  });
  const taken = (reply: ServerResponse) => reply.writeHead(201).end('{"sid":"SM1"}');
  let twilio: TwilioConfig;
  let t: TestApp;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    twilio = {
      apiUrl: `http://127.0.0.1:${port}`,
      accountSid: 'AC1',
      authToken: 'secret',
      from: '+15550100',
    };
    t = await createTestApp({ config: { production: true, twilio } });
  });
  afterAll(async () => {
    await t.close();
    server.close();
  });
  // Each test has its own number and network, because codes are limited per number and per network.
  let phone = '';
  let serial = 100;
  const request = () => requestCode(t, phone, { from: `203.0.113.${serial}` });
  beforeEach(() => {
    heard = [];
    answer = taken;
    serial += 1;
    phone = `+49 89 123${serial}`;
  });

  test('Twilio gets the request that its API expects', async () => {
    expect((await request()).statusCode).toBe(200);
    expect(heard).toHaveLength(1);
    expect(heard[0]?.url).toBe('POST /2010-04-01/Accounts/AC1/Messages.json');
    expect(heard[0]?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`);
    expect(Object.fromEntries(heard[0]?.body ?? [])).toEqual({
      To: phone.replaceAll(' ', ''),
      From: '+15550100',
      Body: expect.stringMatching(/^Cusp: \d{6} is your/),
    });
  });

  test('Twilio may choose the sender number itself', async () => {
    const config = { ...readConfig({}), twilio: { ...twilio, from: 'MG1' } };
    await smsProviderOf(config)?.send({ to: '+4989123456', text: 'Hello' });
    expect(Object.fromEntries(heard[0]?.body ?? [])).toEqual({
      To: '+4989123456',
      MessagingServiceSid: 'MG1',
      Body: 'Hello',
    });
  });

  test.each<[string, typeof answer]>([
    ['refuses the number', (reply) => reply.writeHead(400).end('{"code":21614,"message":"+4989123456 no"}')],
    ['is broken', (reply) => reply.writeHead(500).end('oops')],
    ['leads elsewhere', (reply) => reply.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
    ['hangs up', (reply) => reply.destroy()],
  ])('Twilio that %s gives sms_not_sent, and the next attempt need not wait', async (_, given) => {
    answer = given;
    const reply = await request();
    expect(reply.statusCode).toBe(502);
    expect(reply.json()).toMatchObject({ code: 'sms_not_sent', detail: 'Failed to send verification code.' });
    expect(reply.body).not.toContain('21614');
    answer = taken;
    expect((await request()).statusCode).toBe(200);
  });

  test('Twilio that keeps refusing is not called endlessly', async () => {
    answer = (reply) => reply.writeHead(400).end('{}');
    for (let tries = 0; tries < 8; tries += 1) await request();
    expect(heard).toHaveLength(5);
  });

  test('errors are logged by code, without the number', async () => {
    answer = (reply) => reply.writeHead(400).end('{"code":21614,"message":"+4989123456 no"}');
    const config = { ...readConfig({}), twilio };
    await expect(smsProviderOf(config)?.send({ to: '+4989123456', text: 'x' })).rejects.toThrow(
      /^Twilio responded with 400, code 21614$/,
    );
  });
});
