import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_BASE, type Method } from '@cusp/contract/endpoint';
import { hashSync } from '@node-rs/argon2';
import type { LightMyRequestResponse } from 'fastify';
import { type OutboxMail, outboxDir } from '../platform/mail/transport.ts';
import { eventually } from './eventually.ts';
import { createUser } from './factories.ts';
import { easyHumanCheck, solveHumanCheck } from './solve-human-check.ts';
import type { TestApp } from './test-app.ts';

/** Solves a human check like the page's widget. */
export async function humanResponse(t: TestApp): Promise<string> {
  return solveHumanCheck((await t.nobody.get('/v1/auth/human-check/')).json());
}

export function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

export const SIGN_UP = {
  username: 'newcomer@clinic.example',
  password: 'three brown molars',
  first_name: 'Grace',
  last_name: 'Newcomer',
  role: 'Dental Clinic',
  country: 'DE',
};

/** A sign-up form as the page sends it, with an easy human check by default. */
export async function signUpForm(t: TestApp, fields: Record<string, string | Blob> = {}): Promise<FormData> {
  const all = { ...SIGN_UP, ...fields };
  const response = fields['g-recaptcha-response'] ?? (await easyHumanCheck(t.services));
  return formOf({ password_confirm: all.password, ...all, 'g-recaptcha-response': response });
}

/** `name=value` of the session cookie that a reply sets. */
export function cookieOf(reply: LightMyRequestResponse): string {
  const cookie = reply.cookies.find(({ name }) => /cusp(-staff)?$/.test(name));
  if (!cookie) throw new Error('the reply sets no session cookie');
  return `${cookie.name}=${cookie.value}`;
}

/** Mails that were written to the outbox, newest first. */
export async function mailsOf(t: TestApp): Promise<OutboxMail[]> {
  const dir = outboxDir(t.services.config);
  const names = await readdir(dir).catch(() => []);
  const listed = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse();
  return Promise.all(
    listed.map(async (name) => JSON.parse(await readFile(join(dir, name), 'utf8')) as OutboxMail),
  );
}

/** Waits for a mail to an address, optionally with a matching `subject`. Needs a test app that works on jobs. */
export const newestMailTo = (t: TestApp, to: string, subject = /./): Promise<OutboxMail> =>
  eventually(async () => {
    const mail = (await mailsOf(t)).find((one) => one.to === to && subject.test(one.subject));
    if (!mail) throw new Error(`no mail to ${to}`);
    return mail;
  });

/** The link of a mail, matched against `pattern`. */
export function linkIn(mail: OutboxMail, pattern: RegExp): RegExpMatchArray {
  const match = mail.text.match(pattern);
  if (!match) throw new Error('the mail has no such link');
  return match;
}

interface Asked {
  method?: Method;
  path: string;
  body?: object | string;
  headers?: Record<string, string>;
  /** The IP address of the request. */
  from?: string;
}

/** A raw request: no token, cookie or header beyond those given. */
export const ask = (t: TestApp, { method = 'POST', path, body, headers = {}, from = '127.0.0.1' }: Asked) =>
  t.app.inject({
    method,
    url: API_BASE + path,
    headers,
    remoteAddress: from,
    ...(body === undefined ? {} : { payload: body }),
  });

export const PASSWORD = 'three brown molars';

/** Hash of `PASSWORD` at a small part of the usual cost, which is also that of each check. */
const PASSWORD_HASH = hashSync(PASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 });

/** An activated person who can sign in with `PASSWORD`. */
export async function createMember(t: TestApp, overrides: Parameters<typeof createUser>[1] = {}) {
  return createUser(t.services, { password_hash: PASSWORD_HASH, ...overrides });
}

export const signIn = (t: TestApp, username: string, password = PASSWORD, from?: string) =>
  ask(t, { path: '/v1/auth/login/', body: { username, password }, from });

/** Actions of the audit log about a person, oldest first. */
export async function auditOf(t: TestApp, userId: number): Promise<string[]> {
  const rows = await t.services.db
    .selectFrom('audit_log')
    .select(['action', 'result'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ action, result }) => (result === 'ok' ? action : `${action} ${result}`));
}
