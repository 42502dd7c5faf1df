import { beforeEach, describe, expect, test } from 'vitest';
import { humanResponse } from '../../testing/sign-in.ts';
import { openSignUp } from '../../testing/sign-up.ts';
import { easyHumanCheck } from '../../testing/solve-human-check.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { t, newcomer, signUp, accounts } = await openSignUp();

describe('signing up is refused', () => {
  beforeEach(async () => {
    const before = await accounts();
    return async () => {
      expect(await accounts()).toEqual(before);
    };
  });

  test('signing up without a human check is refused', async () => {
    const reply = await signUp({ 'g-recaptcha-response': '' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'human_check_missing', detail: 'No reCAPTCHA response' });
  });

  test('signing up with a made-up, forged, foreign or expired human check is refused', async () => {
    const decoded = async () =>
      JSON.parse(Buffer.from(await easyHumanCheck(t.services), 'base64').toString());
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    const easier = await decoded();
    easier.challenge.parameters.cost = 1;
    const unsigned = await decoded();
    delete unsigned.challenge.signature;
    const unsolved = await decoded();
    unsolved.solution.derivedKey = '00'.repeat(32);
    const longer = await decoded();
    longer.challenge.parameters.expiresAt += 1000;
    const keyless = await decoded();
    delete keyless.challenge.parameters.keySignature;
    const elsewhere = await createTestApp();
    const foreign = await easyHumanCheck(elsewhere.services);
    await elsewhere.close();
    for (const response of [
      'yes',
      encode({}),
      ...[easier, unsigned, unsolved, longer, keyless].map(encode),
      foreign,
    ])
      expect((await signUp({ 'g-recaptcha-response': response })).json().code).toBe('human_check_failed');
  });
});

describe('a solved human check', () => {
  test('a solved human check counts once, even twice at once', async () => {
    const response = await humanResponse(t);
    const replies = await Promise.all([
      signUp({ username: `a${newcomer.username}`, 'g-recaptcha-response': response }),
      signUp({ username: `b${newcomer.username}`, 'g-recaptcha-response': response }),
    ]);
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400]);
    const again = await signUp({ username: `c${newcomer.username}`, 'g-recaptcha-response': response });
    expect(again.json()).toMatchObject({ code: 'human_check_failed' });
    const stillRefused = await signUp({
      username: `c${newcomer.username}`,
      'g-recaptcha-response': response,
    });
    expect(stillRefused.json()).toMatchObject({ code: 'human_check_failed' });
  });

  test('a solved human check is not spent on an invalid form', async () => {
    const response = await humanResponse(t);
    expect((await signUp({ password: 'password1', 'g-recaptcha-response': response })).statusCode).toBe(400);
    expect((await signUp({ 'g-recaptcha-response': response })).statusCode).toBe(200);
  });
});
