import { describe, expect, test } from 'vitest';
import { ask, auditOf, createMember, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const bearer = (access: string) => ({ authorization: `Bearer ${access}` });
const listed = async (access: string) => {
  const reply = await ask(t, { method: 'GET', path: '/v1/auth/sessions/', headers: bearer(access) });
  return (reply.json() as { sessions: { id: string; current: boolean; browser: string | null }[] }).sessions;
};
const end = (access: string, id = '', proof: object = { password: PASSWORD }) =>
  t.nobody.request('DELETE', `/v1/auth/sessions/${id && `${id}/`}`, proof, bearer(access));
const isIn = async (access: string) =>
  (await ask(t, { method: 'GET', path: '/v1/auth/check/', headers: bearer(access) })).statusCode === 200;

async function twoSessions() {
  const member = await createMember(t);
  const access = async () => (await signIn(t, member.email)).json().access as string;
  return { member, here: await access(), there: await access() };
}

describe('ending a session is refused', () => {
  test('ending a session without a proof is refused and ends none', async () => {
    const { here, there } = await twoSessions();
    const [other] = (await listed(here)).filter(({ current }) => !current);
    for (const id of [other?.id, '']) {
      expect((await end(here, id, {})).json().code).toBe('proof_needed');
      expect((await end(here, id, { password: 'wrong' })).json().code).toBe('wrong_password');
    }
    expect([await isIn(here), await isIn(there)]).toEqual([true, true]);
  });

  test('ending somebody else’s, an ended or an unknown session is refused', async () => {
    const { here, there } = await twoSessions();
    const stranger = await twoSessions();
    const [other] = (await listed(here)).filter(({ current }) => !current);
    const id = other?.id ?? '';
    expect((await end(stranger.here, id)).statusCode).toBe(404);
    expect(await isIn(there)).toBe(true);
    expect((await end(here, '00000000-0000-7000-8000-000000000000')).statusCode).toBe(404);
    expect((await end(here, 'no-id')).statusCode).toBe(404);
    expect((await end(here, id)).statusCode).toBe(200);
    expect((await end(here, id)).statusCode).toBe(404);
  });
});

test('a person sees their live sessions with device and last use, the present one marked', async () => {
  const { member, here } = await twoSessions();
  await ask(t, {
    path: '/v1/auth/login/',
    body: { username: member.email, password: PASSWORD },
    headers: { 'user-agent': FIREFOX },
  });
  const [idle] = (await listed(here)).filter(({ browser, current }) => !current && browser !== 'Firefox');
  await t.services.db
    .updateTable('session')
    .set({ last_used_at: new Date(Date.now() - 40 * 60_000) })
    .where('user_id', '=', member.id)
    .where('id', '=', idle?.id ?? '')
    .execute();
  const sessions = await listed(here);
  expect(sessions).toHaveLength(2);
  expect(sessions.filter(({ current }) => current)).toHaveLength(1);
  expect(sessions.find(({ current }) => !current)).toMatchObject({
    browser: 'Firefox',
    system: 'Linux',
    kind: 'desktop',
    ip: '127.0.0.1',
  });
});

test('ending one session takes effect at once, the present one continues', async () => {
  const { member, here, there } = await twoSessions();
  const sessions = await listed(here);
  expect(sessions).toHaveLength(2);
  const other = sessions.find(({ current }) => !current);
  expect(await isIn(there)).toBe(true);
  expect((await end(here, other?.id)).statusCode).toBe(200);
  expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
  expect(await auditOf(t, member.id)).toContain('authn_session_ended');
});

test('ending all others ends only one’s own', async () => {
  const { member, here, there } = await twoSessions();
  const stranger = await twoSessions();
  await signIn(t, member.email);
  const reply = await end(here);
  expect(reply.json()).toEqual({ ended: 2 });
  expect([await isIn(here), await isIn(there), await isIn(stranger.there)]).toEqual([true, false, true]);
  expect(await listed(here)).toHaveLength(1);
});
