import { describe, expect, test } from 'vitest';
import { codeOf, stepTokenOf, tokenIn } from '../../testing/second-step.ts';
import { ask, auditOf, cookieOf, createMember, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { openTestApp } from '../../testing/test-app.ts';

const ORIGIN = 'https://cusp.test';
const BRAND_ORIGIN = 'https://arcline.test';
const at = (origin: string) => ({ host: new URL(origin).host });

const t = await openTestApp({ config: { sites: [ORIGIN, BRAND_ORIGIN, 'http://127.0.0.1:4800'] } });

type Options = { challenge: string; rp: { id: string }; rpId: string; allowCredentials?: unknown[] };

async function creationOf(token: string, origin = ORIGIN): Promise<Options> {
  const reply = await t.nobody.request(
    'POST',
    '/v1/auth/passkeys/options/',
    { password: PASSWORD },
    { ...at(origin), authorization: `Bearer ${token}` },
  );
  return (reply.json() as { options: Options }).options;
}
const keep = (token: string, credential: object, origin = ORIGIN) =>
  t.nobody.request(
    'POST',
    '/v1/auth/passkeys/',
    { name: 'Laptop', credential },
    { ...at(origin), authorization: `Bearer ${token}` },
  );
async function requestOf(token?: string, origin = ORIGIN): Promise<Options> {
  const body = token === undefined ? {} : { token };
  const reply = await ask(t, { path: '/v1/auth/login/passkey/options/', body, headers: at(origin) });
  return (reply.json() as { options: Options }).options;
}
const logIn = (credential: object, token?: string, origin = ORIGIN) =>
  ask(t, {
    path: '/v1/auth/login/passkey/',
    body: { credential, ...(token === undefined ? {} : { token }) },
    headers: at(origin),
  });

const passwordAt = (origin: string, username: string) =>
  ask(t, { path: '/v1/auth/login/', body: { username, password: PASSWORD }, headers: at(origin) });

async function createPasskeyMember(origin = ORIGIN) {
  const member = await createMember(t);
  const { token } = await t.as(member);
  const key = new SoftwareAuthenticator();
  const kept = await keep(token, key.create(await creationOf(token, origin), { origin }), origin);
  if (kept.statusCode !== 200) throw new Error(kept.body);
  return { member, token, key, recoveryCodes: (kept.json() as { recovery_codes: string[] }).recovery_codes };
}

/** Moves them an hour into the past: sessions since then required them. */
const agePasskeys = (userId: number) =>
  t.services.db
    .updateTable('passkey')
    .set({ created_at: new Date(Date.now() - 3600_000) })
    .where('user_id', '=', userId)
    .execute();

const refusal = { statusCode: 400, code: 'passkey_refused' };
const outcome = (reply: Awaited<ReturnType<typeof logIn>>) => ({
  statusCode: reply.statusCode,
  code: reply.json().code,
});

describe('making a passkey is refused', () => {
  test('adding a passkey without a proof, at an unconfigured address or a bare IP address is refused', async () => {
    const { token } = await t.as(await createMember(t));
    const options = (headers: Record<string, string>, body: object = { password: PASSWORD }) =>
      t.nobody.request('POST', '/v1/auth/passkeys/options/', body, {
        ...headers,
        authorization: `Bearer ${token}`,
      });
    expect((await options(at(ORIGIN), {})).json().code).toBe('proof_needed');
    for (const host of ['evil.test', 'cusp.test.evil.test', 'cusp.test:8443', '127.0.0.1:4800'])
      expect((await options({ host })).json().code, host).toBe('passkeys_unavailable');
  });

  test('adding a passkey is refused for another origin, without user verification, or with another’s challenge', async () => {
    const { token } = await t.as(await createMember(t));
    const other = await t.as(await createMember(t));
    const key = new SoftwareAuthenticator();
    const asked = async () => creationOf(token);
    const bad = {
      'another page': key.create(await asked(), { origin: 'https://evil.test' }),
      'no finger': key.create(await asked(), { origin: ORIGIN, verified: false }),
      'another host': key.create({ ...(await asked()), rp: { id: 'evil.test' } }, { origin: ORIGIN }),
      'somebody else’s': key.create(await creationOf(other.token), { origin: ORIGIN }),
      'a challenge to sign in': key.create(
        { ...(await requestOf()), rp: { id: 'cusp.test' } },
        { origin: ORIGIN },
      ),
      'a made-up challenge': key.create({ challenge: 'eHh4', rp: { id: 'cusp.test' } }, { origin: ORIGIN }),
      'a challenge of another site': key.create(await creationOf(token, BRAND_ORIGIN), { origin: ORIGIN }),
    };
    for (const [what, credential] of Object.entries(bad))
      expect(outcome(await keep(token, credential)), what).toEqual(refusal);
  });

  test('adding a passkey a second time with the same answer is refused', async () => {
    const { token } = await t.as(await createMember(t));
    const credential = new SoftwareAuthenticator().create(await creationOf(token), { origin: ORIGIN });
    expect((await keep(token, credential)).statusCode).toBe(200);
    expect(outcome(await keep(token, credential))).toEqual(refusal);
  });
});

test('a registration that began with the password alone cannot be finished once there is a second step', async () => {
  const { token } = await t.as(await createMember(t));
  const as = { ...at(ORIGIN), authorization: `Bearer ${token}` };
  const begun = await t.nobody.request('POST', '/v1/auth/authenticator/', { password: PASSWORD }, as);
  const { secret } = begun.json() as { secret: string };
  const early = await creationOf(token);
  const key = new SoftwareAuthenticator();
  expect((await keep(token, key.create(await creationOf(token), { origin: ORIGIN }))).statusCode).toBe(200);
  const confirmed = await t.nobody.request(
    'POST',
    '/v1/auth/authenticator/confirm/',
    { code: codeOf(secret) },
    as,
  );
  expect([confirmed.statusCode, confirmed.json().code]).toEqual([400, 'wrong_code']);
  const second = new SoftwareAuthenticator().create(early, { origin: ORIGIN });
  expect(outcome(await keep(token, second))).toEqual(refusal);
});

describe('signing in by a passkey is refused', () => {
  test('signing in by passkey is refused unless every part of the answer is valid', async () => {
    const { key, member } = await createPasskeyMember();
    const good = async () => key.get(await requestOf(), { origin: ORIGIN, counter: 1 });
    const answer = await good();
    const changed = (more: object) => ({ ...answer, response: { ...answer.response, ...more } });
    const bad = {
      'another page': key.get(await requestOf(), { origin: 'https://evil.test' }),
      'no finger': key.get(await requestOf(), { origin: ORIGIN, verified: false }),
      'another host': key.get({ ...(await requestOf()), rpId: 'evil.test' }, { origin: ORIGIN }),
      'a made-up challenge': key.get({ challenge: 'eHh4', rpId: 'cusp.test' }, { origin: ORIGIN }),
      'another signature': changed({ signature: Buffer.alloc(70, 1).toString('base64url') }),
      'no client data': changed({ clientDataJSON: 'eHh4' }),
      'an unknown key': { ...answer, id: 'AAAA', rawId: 'AAAA' },
    };
    for (const [what, credential] of Object.entries(bad))
      expect(outcome(await logIn(credential)), what).toEqual(refusal);
    expect(await auditOf(t, member.id)).toContain('authn_second_step_fail refused');
    expect((await logIn(await good())).statusCode).toBe(200);
  });

  test('signing in by passkey is refused for a reused answer or a decreased counter, as of a clone', async () => {
    const { key } = await createPasskeyMember();
    const answer = key.get(await requestOf(), { origin: ORIGIN, counter: 7 });
    expect((await logIn(answer)).statusCode).toBe(200);
    expect(outcome(await logIn(answer))).toEqual(refusal);
    const old = key.get(await requestOf(), { origin: ORIGIN, counter: 6 });
    expect(outcome(await logIn(old))).toEqual(refusal);
  });

  test('signing in by passkey is refused at another brand’s address', async () => {
    const { key } = await createPasskeyMember();
    const answer = key.get(await requestOf(undefined, BRAND_ORIGIN), { origin: BRAND_ORIGIN });
    expect(outcome(await logIn(answer, undefined, BRAND_ORIGIN))).toEqual(refusal);
  });

  test('a passkey cannot be the second step of somebody else', async () => {
    const one = await createPasskeyMember();
    const two = await createPasskeyMember();
    const token = await stepTokenOf(t, one.member.email);
    const strange = two.key.get(await requestOf(token), { origin: ORIGIN });
    expect(outcome(await logIn(strange, token))).toEqual(refusal);
    // Challenges with and without a person are not interchangeable.
    const loose = one.key.get(await requestOf(), { origin: ORIGIN });
    expect(outcome(await logIn(loose, token))).toEqual(refusal);
    const bound = one.key.get(await requestOf(token), { origin: ORIGIN });
    expect(outcome(await logIn(bound))).toEqual(refusal);
  });

  test('signing in by passkey is refused while the person is blocked, also between the question and the answer', async () => {
    const { member, key } = await createPasskeyMember();
    const stella = await createMember(t, { is_staff: true });
    const question = await requestOf();
    const block = (isBlocked: boolean) =>
      t.services.db
        .updateTable('app_user')
        .set({ blocked_at: isBlocked ? new Date() : null, blocked_by: isBlocked ? stella.id : null })
        .where('id', '=', member.id)
        .execute();
    await block(true);
    const blocked = { statusCode: 403, code: 'account_blocked' };
    expect(outcome(await logIn(key.get(question, { origin: ORIGIN })))).toEqual(blocked);
    expect(outcome(await logIn(key.get(await requestOf(), { origin: ORIGIN })))).toEqual(blocked);
    await block(false);
    expect((await logIn(key.get(await requestOf(), { origin: ORIGIN }))).statusCode).toBe(200);
  });

  test('signing in by passkey is refused when the person is deleted', async () => {
    const { key, member } = await createPasskeyMember();
    await t.services.db
      .updateTable('app_user')
      .set({ deleted_at: new Date() })
      .where('id', '=', member.id)
      .execute();
    expect(outcome(await logIn(key.get(await requestOf(), { origin: ORIGIN })))).toEqual(refusal);
  });
});

test('a passkey signs in instead of a password', async () => {
  const { key, member } = await createPasskeyMember();
  const reply = await logIn(key.get(await requestOf(), { origin: ORIGIN, counter: 1 }));
  expect(reply.statusCode, reply.body).toBe(200);
  const check = await ask(t, {
    method: 'GET',
    path: '/v1/auth/check/',
    headers: { cookie: cookieOf(reply) },
  });
  expect(check.json().user.id).toBe(member.id);
});

test('with a passkey set up, the password asks for it or a recovery code, and either works', async () => {
  const { key, member, recoveryCodes } = await createPasskeyMember();
  const asked = await passwordAt(ORIGIN, member.email);
  expect(asked.json().second_step).toMatchObject({ ways: ['passkey', 'recovery'], passkey_sites: [] });
  const token = tokenIn(asked);
  const options = await requestOf(token);
  expect(options.allowCredentials).toHaveLength(1);
  // After a password, user presence is enough.
  const answer = key.get(options, { origin: ORIGIN, counter: 1, verified: false });
  expect((await logIn(answer, token)).statusCode).toBe(200);
  const code = recoveryCodes[0] ?? '';
  const byCode = await ask(t, {
    path: '/v1/auth/login/code/',
    body: { token: await stepTokenOf(t, member.email), code },
  });
  expect(byCode.statusCode).toBe(200);
});

test('a passkey of another address is not requested; the answer names where it works', async () => {
  const { member } = await createPasskeyMember(BRAND_ORIGIN);
  const stepAt = async (origin: string) => (await passwordAt(origin, member.email)).json().second_step;
  expect(await stepAt(ORIGIN)).toMatchObject({ ways: ['recovery'], passkey_sites: [BRAND_ORIGIN] });
  expect(await stepAt(BRAND_ORIGIN)).toMatchObject({ ways: ['passkey', 'recovery'], passkey_sites: [] });
  expect(await stepAt('http://127.0.0.1:4800')).toMatchObject({ passkey_sites: [BRAND_ORIGIN] });
  // Addresses that are not ours any more are omitted.
  await t.services.db
    .updateTable('passkey')
    .set({ rp_id: 'gone.test' })
    .where('user_id', '=', member.id)
    .execute();
  expect(await stepAt(ORIGIN)).toMatchObject({ ways: ['recovery'], passkey_sites: [] });
});

test('only its owner renames and removes a passkey, removing needs a proof', async () => {
  const { member, token } = await createPasskeyMember();
  const stranger = await t.as(await createMember(t));
  const client = await t.as(member);
  const state = async () =>
    (
      await t.nobody.request('GET', '/v1/auth/security/', undefined, {
        ...at(ORIGIN),
        authorization: `Bearer ${token}`,
      })
    ).json();
  const [{ id }] = (await state()).passkeys;
  expect((await stranger.put(`/v1/auth/passkeys/${id}/`, { name: 'Mine' })).statusCode).toBe(404);
  const foreign = await stranger.post(`/v1/auth/passkeys/${id}/remove/`, { password: PASSWORD });
  expect(foreign.statusCode).toBe(404);
  expect((await client.put(`/v1/auth/passkeys/${id}/`, { name: '' })).statusCode).toBe(400);
  expect((await client.put(`/v1/auth/passkeys/${id}/`, { name: 'Phone' })).statusCode).toBe(200);
  expect((await state()).passkeys).toMatchObject([{ name: 'Phone', here: true }]);
  await agePasskeys(member.id);
  expect((await client.post(`/v1/auth/passkeys/${id}/remove/`, {})).statusCode).toBe(403);
  const removed = await client.post(`/v1/auth/passkeys/${id}/remove/`, { password: PASSWORD });
  expect(removed.statusCode, removed.body).toBe(200);
  expect(await state()).toMatchObject({ passkeys: [], recovery_codes_left: 0 });
  expect((await signIn(t, member.email)).json().access).toBeTypeOf('string');
});

describe('with a passkey set up, the password alone is no proof', () => {
  test('a session from before the passkey is no proof', async () => {
    const { token } = await createPasskeyMember();
    const reply = await t.nobody.request(
      'POST',
      '/v1/auth/recovery-codes/',
      { password: PASSWORD },
      {
        authorization: `Bearer ${token}`,
      },
    );
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'proof_needed']);
  });

  test('a session long after sign-in is no proof; a recovery code is', async () => {
    const { member, recoveryCodes } = await createPasskeyMember();
    const client = await t.as(member);
    await agePasskeys(member.id);
    await t.services.db
      .updateTable('session')
      .set({ created_at: new Date(Date.now() - 20 * 60_000) })
      .where('user_id', '=', member.id)
      .execute();
    const reply = await client.post('/v1/auth/recovery-codes/', { password: PASSWORD });
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'proof_needed']);
    const [code] = recoveryCodes;
    expect((await client.post('/v1/auth/recovery-codes/', { code })).json().code).toBe('password_needed');
    expect((await client.post('/v1/auth/recovery-codes/', { password: PASSWORD, code })).statusCode).toBe(
      200,
    );
  });
});

describe('a passkey as a proof', () => {
  const proofOf = async (token: string, origin = ORIGIN) => {
    const headers = { ...at(origin), authorization: `Bearer ${token}` };
    const reply = await t.nobody.request('POST', '/v1/auth/passkeys/proof/', {}, headers);
    return (reply.json() as { options: Options }).options;
  };
  const renew = async (token: string, credential: object, origin = ORIGIN) => {
    const headers = { ...at(origin), authorization: `Bearer ${token}` };
    const reply = await t.nobody.request('POST', '/v1/auth/recovery-codes/', { credential }, headers);
    return [reply.statusCode, reply.json().code];
  };

  test('a passkey as a proof is refused unverified, twice, of somebody else, for another challenge and at another address', async () => {
    const { member, token, key } = await createPasskeyMember();
    const other = await createPasskeyMember();
    const refused = [400, 'passkey_refused'];
    const unverified = key.get(await proofOf(token), { origin: ORIGIN, verified: false });
    expect(await renew(token, unverified)).toEqual(refused);
    expect(await renew(token, other.key.get(await proofOf(token), { origin: ORIGIN }))).toEqual(refused);
    expect(await renew(token, key.get(await proofOf(other.token), { origin: ORIGIN }))).toEqual(refused);
    expect(await renew(token, key.get(await requestOf(), { origin: ORIGIN }))).toEqual(refused);
    const here = key.get(await proofOf(token), { origin: ORIGIN });
    expect(await renew(token, here, BRAND_ORIGIN)).toEqual(refused);
    expect(await auditOf(t, member.id)).toContain('authn_second_step_fail refused');
  });

  test('a passkey as a proof is both factors, once', async () => {
    const { token, key } = await createPasskeyMember();
    const answer = key.get(await proofOf(token), { origin: ORIGIN, counter: 5 });
    expect(await renew(token, answer)).toEqual([200, undefined]);
    expect(await renew(token, answer)).toEqual([400, 'passkey_refused']);
  });
});
