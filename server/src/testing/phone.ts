import type { LightMyRequestResponse } from 'fastify';
import { outboxDir } from '../platform/mail/transport.ts';
import { listSms } from '../platform/sms/sms-outbox.ts';
import { ask } from './sign-in.ts';
import type { TestApp } from './test-app.ts';

/** The caller of a verification: a signed-in person by their token, or a visitor by their cookie. */
export interface Caller {
  token?: string;
  cookie?: string;
  from?: string;
}

const headersOf = ({ token, cookie }: Caller): Record<string, string> => ({
  ...(token ? { authorization: `Bearer ${token}` } : {}),
  ...(cookie ? { cookie } : {}),
});

export const requestCode = (t: TestApp, phone: string, by: Caller = {}) =>
  ask(t, {
    path: '/v1/auth/request-phone-verification/',
    body: { phone },
    headers: headersOf(by),
    from: by.from,
  });

export const tryCode = (t: TestApp, phone: string, otp: string, by: Caller) =>
  ask(t, {
    path: '/v1/auth/verify-phone-code/',
    body: { phone, otp },
    headers: headersOf(by),
    from: by.from,
  });

/** The visitor cookie that the reply to a first request sets. */
export function visitorOfReply(reply: LightMyRequestResponse): string {
  const cookie = reply.cookies.find(({ name }) => name === 'cusp_visitor');
  if (!cookie) throw new Error('the reply makes nobody a visitor');
  return `${cookie.name}=${cookie.value}`;
}

/** Text messages to a number, newest first. */
export const messagesTo = async (t: TestApp, phone: string) =>
  (await listSms(outboxDir(t.services.config))).filter(({ to }) => to === phone.replaceAll(' ', ''));

/** The code of the newest message to a number. */
export async function codeSentTo(t: TestApp, phone: string): Promise<string> {
  const code = (await messagesTo(t, phone))[0]?.text.match(/\b\d{6}\b/)?.[0];
  if (!code) throw new Error(`no code for ${phone}`);
  return code;
}

/** Six digits other than the code. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Verifies a number; returns the caller, with the new cookie of a visitor who had none. */
export async function verifyPhone(t: TestApp, phone: string, by: Caller = {}): Promise<Caller> {
  const reply = await requestCode(t, phone, by);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  const caller = by.token || by.cookie ? by : { ...by, cookie: visitorOfReply(reply) };
  const verified = await tryCode(t, phone, await codeSentTo(t, phone), caller);
  if (verified.statusCode !== 200) throw new Error(verified.body);
  return caller;
}
