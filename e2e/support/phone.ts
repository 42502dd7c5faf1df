import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { url } from './people.ts';

/** A new number for each test, because messages per number are limited. */
export const someNumber = (): string => `+49 89 ${randomInt(100_000, 1_000_000)}`;

/** The code of the newest text message to a number in the local outbox. */
export async function codeSentTo(phone: string): Promise<string> {
  const { messages } = (await (await fetch(url('/dev/outbox.json'))).json()) as {
    messages: { to: string; text: string }[];
  };
  const message = messages.find(({ to }) => to === phone.replaceAll(' ', ''));
  const code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0];
  if (!code) throw new Error(`no code for ${phone}`);
  return code;
}

/** Six digits that are not the code. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Verifies a number without a browser; returns the cookie that signing up with it needs. */
export async function verifyPhone(phone: string): Promise<string> {
  const sent = await post('/heclore/v1/auth/request-phone-verification/', { phone });
  expect(sent.ok, await sent.clone().text()).toBe(true);
  const cookie = sent.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const otp = await codeSentTo(phone);
  const verified = await post('/heclore/v1/auth/verify-phone-code/', { phone, otp }, { cookie });
  expect(verified.ok, await verified.clone().text()).toBe(true);
  return cookie;
}
