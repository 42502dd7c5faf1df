import type { LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { createMember, PASSWORD, signIn } from './sign-in.ts';
import type { Client, TestApp } from './test-app.ts';

/** An authenticator app that somebody has set up. `ahead` is the code of a later half minute. */
export const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });

/** A code that is right at no time near. */
export function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((ahead) => codeOf(secret, ahead));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  ) as string;
}

/** Sets up an app for a signed-in person with `PASSWORD`; `usedCode` is used up by it. */
export async function setUpApp(client: Client) {
  const begun = await client.post('/v1/auth/authenticator/', { password: PASSWORD });
  if (begun.statusCode !== 200) throw new Error(begun.body);
  const { secret } = begun.json() as { secret: string };
  const usedCode = codeOf(secret);
  const done = await client.post('/v1/auth/authenticator/confirm/', { code: usedCode });
  if (done.statusCode !== 200) throw new Error(done.body);
  const { recovery_codes: recoveryCodes } = done.json() as { recovery_codes: string[] };
  return { secret, usedCode, recoveryCodes };
}

/** Somebody with a password and an app. */
export async function createAppMember(t: TestApp) {
  const member = await createMember(t);
  const client = await t.as(member);
  return { member, client, ...(await setUpApp(client)) };
}

/** The token of a second step after the right password. */
export async function stepTokenOf(t: TestApp, email: string): Promise<string> {
  return tokenIn(await signIn(t, email));
}

export function tokenIn(reply: LightMyRequestResponse): string {
  const { second_step } = reply.json() as { second_step?: { token: string } };
  if (!second_step) throw new Error(`no second step was asked: ${reply.body}`);
  return second_step.token;
}
