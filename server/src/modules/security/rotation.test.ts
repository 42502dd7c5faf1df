import { randomBytes } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../platform/config/config.ts';
import { keyIdOf } from '../../platform/secrets/secret-box.ts';
import { codeOf, createAppMember, tokenIn } from '../../testing/second-step.ts';
import { PASSWORD } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { resealSecondSteps } from './reseal-second-steps.ts';

const t = await openTestApp();
const [former, present] = [t.services.secret, new Uint8Array(randomBytes(32))];
const during = { ...t.services, secret: present, formerSecrets: [former] };
const after = { ...during, formerSecrets: [] };
const [duringApp, afterApp] = [
  await buildApp(during, { rateLimitFactor: 0 }),
  await buildApp(after, { rateLimitFactor: 0 }),
];
afterAll(() => Promise.all([duringApp.close(), afterApp.close()]));

type App = typeof duringApp;
const check = (app: App, token: string) =>
  app.inject({ url: '/heclore/v1/auth/sessions/', headers: { authorization: `Bearer ${token}` } });
async function signIn(app: App, email: string, code: string) {
  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url: `/heclore${url}`, payload });
  const token = tokenIn(await post('/v1/auth/login/', { username: email, password: PASSWORD }));
  return post('/v1/auth/login/code/', { token, code });
}

test('sessions, codes and recovery codes stay valid while the former key is configured beside the new one', async () => {
  const { member, client, secret, recoveryCodes } = await createAppMember(t);
  expect((await check(afterApp, client.token)).statusCode).toBe(401);
  expect((await check(duringApp, client.token)).statusCode).toBe(200);
  const byCode = await signIn(duringApp, member.email, codeOf(secret, 1));
  expect(byCode.statusCode, byCode.body).toBe(200);
  const { access } = byCode.json<{ access: string }>();
  expect(decodeProtectedHeader(access).kid).toBe(keyIdOf(present));
  expect(decodeProtectedHeader(client.token).kid).toBe(keyIdOf(former));
  expect((await signIn(duringApp, member.email, recoveryCodes[0] ?? '')).statusCode).toBe(200);
  expect((await signIn(duringApp, member.email, recoveryCodes[0] ?? '')).statusCode).toBe(400);
});

test('after sealing again the former key is not needed for apps and recovery codes, and a second run changes nothing', async () => {
  const { member, secret, recoveryCodes } = await createAppMember(t);
  expect((await resealSecondSteps(after)).unreadable).toContain(member.id);
  expect((await resealSecondSteps(during)).resealed).toBeGreaterThan(0);
  expect(await resealSecondSteps(during)).toEqual({ resealed: 0, unreadable: [] });
  for (const code of [codeOf(secret, 1), recoveryCodes[0] ?? ''])
    expect((await signIn(afterApp, member.email, code)).statusCode).toBe(200);
});

test('a token that names a key we do not have, or another one than it is signed with, is refused', async () => {
  const { client } = await createAppMember(t);
  const [, payload, signature] = client.token.split('.');
  for (const kid of ['nobody', keyIdOf(present)]) {
    const head = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'at+jwt', kid })).toString('base64url');
    expect((await check(duringApp, `${head}.${payload}.${signature}`)).statusCode).toBe(401);
  }
});

test('several former keys are separated by commas', () => {
  expect(readConfig({ SECRET_KEY_FORMER: 'one, two' }).formerSecretKeys).toEqual(['one', 'two']);
  expect(readConfig({}).formerSecretKeys).toEqual([]);
});
