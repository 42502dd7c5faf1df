import type { LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { createMember, PASSWORD, signIn } from './sign-in.ts';
import type { Client, TestApp } from './test-app.ts';

/** A code of an authenticator app. `ahead` is the number of 30-second steps from now. */
export const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });

/** A code that is wrong now and in all steps nearby. */
export function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((ahead) => codeOf(secret, ahead));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  ) as string;
}

/** Sets up an app for a signed-in person with `PASSWORD`; this uses up `usedCode`. */
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

/** A member with a password and an authenticator app. */
export async function createAppMember(t: TestApp) {
  const member = await createMember(t);
  const client = await t.as(member);
  return { member, client, ...(await setUpApp(client)) };
}

/** The token for the second step after the correct password. */
export async function stepTokenOf(t: TestApp, email: string): Promise<string> {
  return tokenIn(await signIn(t, email));
}

export function tokenIn(reply: LightMyRequestResponse): string {
  const { second_step } = reply.json() as { second_step?: { token: string } };
  if (!second_step) throw new Error(`no second step was asked: ${reply.body}`);
  return second_step.token;
}
