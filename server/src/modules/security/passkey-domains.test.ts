import { describe, expect, test } from 'vitest';
import { passkeyDomainsOf } from '../../platform/brand/passkey-domains.ts';
import { tokenIn } from '../../testing/second-step.ts';
import { ask, createMember, PASSWORD } from '../../testing/sign-in.ts';
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { openTestApp } from '../../testing/test-app.ts';

const [US, EU, BRAND] = ['https://us.cusp.test', 'https://eu.cusp.test', 'https://arcline.test'] as const;
const SHARED = ['cusp.test'];
const t = await openTestApp({ config: { sites: [US, EU, BRAND], passkeyDomains: SHARED } });

type Member = Awaited<ReturnType<typeof createMember>>;
type Options = { challenge: string; rp: { id: string }; rpId: string; allowCredentials?: unknown[] };

async function addPasskey(member: Member, origin: string, key = new SoftwareAuthenticator()) {
  // A session since then is proof enough to add another one.
  await t.services.db
    .updateTable('passkey')
    .set({ created_at: new Date(Date.now() - 3600_000) })
    .where('user_id', '=', member.id)
    .execute();
  const { token } = await t.as(member);
  const post = (path: string, body: object) =>
    t.nobody.request('POST', path, body, { host: new URL(origin).host, authorization: `Bearer ${token}` });
  const { options } = (await post('/v1/auth/passkeys/options/', { password: PASSWORD })).json();
  const kept = await post('/v1/auth/passkeys/', { name: 'Key', credential: key.create(options, { origin }) });
  expect(kept.statusCode, kept.body).toBe(200);
  return key;
}

/** A passkey made before the deployment named its parent domain. */
async function addOlderPasskey(member: Member, origin: string) {
  Object.assign(t.services.config, { passkeyDomains: [] });
  try {
    return await addPasskey(member, origin);
  } finally {
    Object.assign(t.services.config, { passkeyDomains: SHARED });
  }
}

interface Request {
  token?: string;
  not?: string[];
}
async function optionsAt(origin: string, request: Request = {}, device?: string): Promise<Options> {
  const headers = { host: new URL(origin).host, cookie: device ? `cusp-device=${device}` : '' };
  const reply = await ask(t, { path: '/v1/auth/login/passkey/options/', body: request, headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().options;
}
const logIn = (origin: string, credential: object, token?: string) =>
  ask(t, {
    path: '/v1/auth/login/passkey/',
    body: { credential, ...(token ? { token } : {}) },
    headers: { host: new URL(origin).host },
  });
const passwordAt = (origin: string, { email }: Member) =>
  ask(t, {
    path: '/v1/auth/login/',
    body: { username: email, password: PASSWORD },
    headers: { host: new URL(origin).host },
  });
const stepAt = async (origin: string, member: Member) => {
  const reply = await passwordAt(origin, member);
  return { token: tokenIn(reply), ...reply.json().second_step };
};

test('a new passkey works at every host below the shared domain, and at no other one', async () => {
  const member = await createMember(t);
  const key = await addPasskey(member, US);
  let counter = 1;
  for (const origin of [EU, US]) {
    const options = await optionsAt(origin);
    expect(options.rpId).toBe('cusp.test');
    const reply = await logIn(origin, key.get(options, { origin, counter: counter++ }));
    expect(reply.statusCode, reply.body).toBe(200);
    const { token, ways } = await stepAt(origin, member);
    expect(ways).toContain('passkey');
    const asked = await optionsAt(origin, { token });
    expect([asked.rpId, asked.allowCredentials?.length]).toEqual(['cusp.test', 1]);
  }
  expect(await stepAt(BRAND, member)).toMatchObject({ ways: ['recovery'], passkey_sites: [US, EU] });
  expect((await optionsAt(BRAND)).rpId).toBe('arcline.test');
});

test('an older passkey stays bound to its host and keeps working there', async () => {
  const member = await createMember(t);
  const key = await addOlderPasskey(member, US);
  expect(await stepAt(EU, member)).toMatchObject({ ways: ['recovery'], passkey_sites: [US] });
  const { token, ways } = await stepAt(US, member);
  expect(ways).toContain('passkey');
  const options = await optionsAt(US, { token });
  expect(options.rpId).toBe('us.cusp.test');
  expect((await logIn(US, key.get(options, { origin: US, counter: 1 }), token)).statusCode).toBe(200);
  const state = async (origin: string) =>
    (
      await t.nobody.request('GET', '/v1/auth/security/', undefined, {
        host: new URL(origin).host,
        authorization: `Bearer ${(await t.as(member)).token}`,
      })
    )
      .json()
      .passkeys.map(({ here }: { here: boolean }) => here);
  expect([await state(US), await state(EU)]).toEqual([[true], [false]]);
});

describe('where passkeys have different RP IDs', () => {
  test('a person is asked for the last used one first, then for the other', async () => {
    const member = await createMember(t);
    const older = await addOlderPasskey(member, US);
    await addPasskey(member, US);
    const { token } = await stepAt(US, member);
    expect((await optionsAt(US, { token })).rpId).toBe('cusp.test');
    const options = await optionsAt(US, { token, not: ['cusp.test'] });
    expect([options.rpId, options.allowCredentials?.length]).toEqual(['us.cusp.test', 1]);
    const all = { token, not: ['cusp.test', 'us.cusp.test'] };
    expect((await optionsAt(US, all)).rpId).toBe('cusp.test');
    const reply = await logIn(US, older.get(options, { origin: US, counter: 1 }), token);
    expect(reply.statusCode, reply.body).toBe(200);
    expect((await optionsAt(US, { token: (await stepAt(US, member)).token })).rpId).toBe('us.cusp.test');
    expect((await optionsAt(EU, { token: (await stepAt(EU, member)).token })).rpId).toBe('cusp.test');
  });

  test('a browser without a person is asked for the shared domain, a known one for what it used', async () => {
    const member = await createMember(t);
    const key = await addOlderPasskey(member, US);
    expect((await optionsAt(US)).rpId).toBe('cusp.test');
    const second = await optionsAt(US, { not: ['cusp.test'] });
    expect([second.rpId, second.allowCredentials]).toEqual(['us.cusp.test', []]);
    const signedIn = await logIn(US, key.get(second, { origin: US, counter: 1 }));
    const device = signedIn.cookies.find(({ name }) => name.endsWith('cusp-device'))?.value ?? '';
    expect(device).not.toBe('');
    expect((await optionsAt(US, {}, device)).rpId).toBe('us.cusp.test');
    expect((await optionsAt(US, { not: ['us.cusp.test'] }, device)).rpId).toBe('cusp.test');
    expect((await optionsAt(EU, {}, device)).rpId).toBe('cusp.test');
  });

  test('an answer for another RP ID or from another host of the domain is refused', async () => {
    const member = await createMember(t);
    const older = await addOlderPasskey(member, US);
    const shared = await addPasskey(member, US);
    const refused = { statusCode: 400, code: 'passkey_refused' };
    const tries: [SoftwareAuthenticator, string | null, string, string, string?][] = [
      [older, 'cusp.test', US, US],
      [shared, 'us.cusp.test', US, US],
      [shared, 'evil.test', US, US],
      // A page of another subdomain can ask for the passkey, but its answer names that page.
      [shared, null, 'https://old-blog.cusp.test', US],
      // The challenge was given to the other host.
      [shared, null, US, EU],
      // Browsers refuse it: the passkey is bound to a host that the page is not at.
      [older, 'us.cusp.test', EU, EU, EU],
    ];
    for (const [key, rpId, origin, host, asked = US] of tries) {
      const options = await optionsAt(asked);
      const credential = key.get({ ...options, ...(rpId ? { rpId } : {}) }, { origin, counter: 1 });
      const reply = await logIn(host, credential);
      expect({ statusCode: reply.statusCode, code: reply.json().code }, `${rpId} ${origin}`).toEqual(refused);
    }
  });
});

test('a domain above none of the sites stops the start', () => {
  expect(passkeyDomainsOf(' cusp.test , arcline.test', [US, BRAND])).toEqual(['cusp.test', 'arcline.test']);
  expect(passkeyDomainsOf(undefined, [US])).toEqual([]);
  for (const wrong of ['usp.test', 'test', 'cusp.test:443', 'https://cusp.test', 'CUSP.test', 'other.test'])
    expect(() => passkeyDomainsOf(wrong, [US]), wrong).toThrow('PASSKEY_DOMAIN needs domains of');
  expect(() => passkeyDomainsOf('cusp.test', ['cusp.test'])).toThrow('PASSKEY_DOMAIN needs domains of');
});
