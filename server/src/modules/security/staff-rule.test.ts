import { describe, expect, test } from 'vitest';
import { codeOf, setUpApp } from '../../testing/second-step.ts';
import { createMember, PASSWORD } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const FLAGS = ['is_device_manager', 'is_sales_manager', 'is_staff', 'is_device_user_viewer'] as const;

const t = await openTestApp({ config: { demo: false } });
const demo = await openTestApp({ config: { demo: true } });

const statusesOf = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode);

describe.each(FLAGS)('an account with %s and no second step', (flag) => {
  test('a staff session without second step can only set one up, which unlocks it at once', async () => {
    const client = await t.as(await createMember(t, { [flag]: true }));
    const closed = await client.get('/v1/cases/');
    expect([closed.statusCode, closed.json().code]).toEqual([403, 'second_step_needed']);
    expect(
      statusesOf([
        await client.get('/v1/user/edit/'),
        await client.put('/v1/user/settings/', { use_auto_refresh: true }),
        await client.get('/v1/auth/sessions/'),
        await client.get('/v1/labs/'),
        await client.get('/events/'),
      ]),
    ).toEqual([403, 403, 403, 403, 403]);
    const check = await client.get('/v1/auth/check/');
    expect(check.json().session.unsecured).toBe(true);
    expect((await client.get('/v1/auth/security/')).json().required).toBe(true);
    await setUpApp(client);
    expect((await client.get('/v1/cases/')).statusCode).toBe(200);
    expect((await client.get('/v1/auth/check/')).json().session.unsecured).toBe(false);
  });
});

test('an unsecured session’s cookie opens no more than its token', async () => {
  const client = await t.as(await createMember(t, { is_staff: true }));
  const byCookie = await t.nobody.request('GET', '/events/', undefined, { cookie: `cusp=${client.cookie}` });
  expect([byCookie.statusCode, byCookie.json().code]).toEqual([403, 'second_step_needed']);
});

test('staff cannot turn off their last second step', async () => {
  const client = await t.as(await createMember(t, { is_staff: true }));
  const { secret } = await setUpApp(client);
  const reply = await client.post('/v1/auth/authenticator/remove/', {
    password: PASSWORD,
    code: codeOf(secret, 1),
  });
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'second_step_required']);
  expect((await client.get('/v1/auth/security/')).json().app_since).not.toBeNull();
});

test('other people, including rental managers, need no second step', async () => {
  for (const flags of [{}, { is_device_rental_manager: true }]) {
    const client = await t.as(await createMember(t, flags));
    expect((await client.get('/v1/cases/')).statusCode).toBe(200);
  }
});

test('staff need no second step in the demo', async () => {
  const client = await demo.as(await createMember(demo, { is_staff: true }));
  expect((await client.get('/v1/cases/')).statusCode).toBe(200);
  const off = await client.post('/v1/auth/authenticator/remove/', { password: PASSWORD });
  expect(off.statusCode).toBe(404);
});
