import { freePort } from '@cusp/local-postgres/free-port';
import { generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { arriveAt } from '../../testing/arrivals.ts';
import { openTwoRegions, peerAt } from '../../testing/regions.ts';
import { auditOf, createMember } from '../../testing/sign-in.ts';
import { answerOf, dataOf, type Name, popUp } from '../../testing/social/pop-up.ts';
import { codeOf, openProviders, socialMember, somebody, userBy } from '../../testing/social/social-app.ts';
import { openAppForTest } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import type { Flow } from './flow.sql.ts';
import { askAboutIdentity } from './social-elsewhere.ts';

const config = await openProviders();
const { us, eu, usUrl } = await openTwoRegions({ config });

/** A person with an account in the EU, and their sign-in at the US host up to the code for the page. */
async function european(name: Name = 'google') {
  const { person, done } = await socialMember(eu, name);
  const user = await userBy(eu, person.email);
  if (!user) throw new Error(`no account: ${done.headers.location}`);
  await eu.services.db
    .updateTable('app_user')
    .set({ activated_at: new Date() })
    .where('id', '=', user.id)
    .execute();
  return { person, user };
}
async function signInAtUs(person: Parameters<ReturnType<typeof popUp>['signIn']>[0], name: Name = 'google') {
  const window = popUp(us, name);
  const reply = await window.exchange(codeOf(await window.signIn(person)));
  return { reply, codeVerifier: window.regionVerifier, ownVerifier: window.verifier };
}

describe('a social sign-in at the wrong host', () => {
  test.each(['google', 'facebook'] as const)(
    'a social sign-in by %s at the wrong host arrives in the other region',
    async (name) => {
      const { person, user } = await european(name);
      const { reply, codeVerifier } = await signInAtUs(person, name);
      expect(reply.json()).toEqual({ user_loc: 'EU', server_loc: 'US', arrival_code: expect.any(String) });
      expect(reply.headers['set-cookie']).toBeUndefined();
      const arrived = await arriveAt(usUrl, eu, { code: reply.json().arrival_code, codeVerifier });
      expect(arrived.json()).toMatchObject({ user_loc: 'EU', server_loc: 'EU', access: expect.any(String) });
      expect(await auditOf(eu, user.id)).toContain('authn_login_success');
      expect(await userBy(us, person.email)).toBeUndefined();
    },
  );

  test('a social sign-in at the wrong host gives a code that the host that was asked cannot use', async () => {
    const { person } = await european();
    const { reply, ownVerifier } = await signInAtUs(person);
    const stolen = { code: reply.json().arrival_code, codeVerifier: ownVerifier };
    expect((await arriveAt(usUrl, eu, stolen)).json().code).toBe('arrival_over');
  });

  test('a social sign-in at the wrong host gives the code once, and only to the page that began', async () => {
    const { person } = await european();
    const window = popUp(us, 'google');
    const code = codeOf(await window.signIn(person));
    expect((await window.exchange(code, 'x'.repeat(43))).json().code).toBe('social_invalid');
    expect((await window.exchange(code)).json().code).toBe('social_invalid');
  });

  test('a blocked person who signs in at the wrong host learns of the block in their own region', async () => {
    const { person, user } = await european();
    const staff = await createMember(eu);
    const blocked = { blocked_at: new Date(), blocked_by: staff.id };
    await eu.services.db.updateTable('app_user').set(blocked).where('id', '=', user.id).execute();
    const { reply, codeVerifier } = await signInAtUs(person);
    const arrived = await arriveAt(usUrl, eu, { code: reply.json().arrival_code, codeVerifier });
    expect([arrived.statusCode, arrived.json().code]).toEqual([403, 'account_blocked']);
  });

  test('a person who is new in both regions, or whose account is gone, gets the sign-up form', async () => {
    const { person, user } = await european();
    const gone = { deleted_at: new Date() };
    await eu.services.db.updateTable('app_user').set(gone).where('id', '=', user.id).execute();
    for (const each of [person, somebody()])
      expect(dataOf(await popUp(us, 'google').signIn(each))).toMatchObject({ has_account: false });
  });
});

test('a name that changed at the provider reaches the region where its person is a guest', async () => {
  const { person, user } = await european();
  await eu.as(user);
  await eu.services.db
    .updateTable('session')
    .set({ visited_at: new Date() })
    .where('user_id', '=', user.id)
    .execute();
  const reported = async () => (await waitingJobs(eu, 'practice-changed')).map(({ people }) => people);
  codeOf(await popUp(eu, 'google').signIn(person));
  expect(await reported()).not.toContainEqual([user.id]);
  codeOf(await popUp(eu, 'google').signIn({ ...person, given_name: 'Nora' }));
  expect(await reported()).toContainEqual([user.id]);
});

describe('a dishonest region cannot sign in somebody', () => {
  const flow = (provider: Name) => ({ provider, region_challenge: 'c'.repeat(43) }) as Flow;
  const asked = (provider: Name, proof: string) => askAboutIdentity(us.services, flow(provider), proof);
  const NOTHING = { code: null, ticket: null, isAsked: true };

  test('a dishonest region cannot sign in a person with a token that it made itself', async () => {
    const { person } = await european();
    const { privateKey } = await generateKeyPair('RS256');
    const token = await new SignJWT({ email: person.email })
      .setProtectedHeader({ alg: 'RS256' })
      .setSubject(person.sub)
      .setIssuer(String(config.social.google?.issuer))
      .setAudience('cusp')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    expect(await asked('google', token)).toEqual(NOTHING);
  });

  test.each(['google', 'facebook'] as const)(
    'a dishonest region cannot sign in a person without a token of %s',
    async (name) => {
      for (const proof of ['', 'nonsense', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'])
        expect(await asked(name, proof)).toEqual(NOTHING);
    },
  );
});

test('the token of another client of the provider names nobody', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const here = await openAppForTest({ config: { ...config, otherRegionUrl: url, peer: peerAt(url, 'us') } });
  const { google, facebook } = config.social;
  const there = await openAppForTest({
    config: {
      ...config,
      region: 'eu',
      otherRegionUrl: 'http://127.0.0.1:1',
      peer: peerAt('http://127.0.0.1:1', 'eu'),
      social: {
        google: google && { ...google, clientId: 'another client' },
        facebook: facebook && { ...facebook, clientSecret: 'the secret of another client' },
      },
    },
  });
  await there.app.listen({ port, host: '127.0.0.1' });
  for (const provider of ['google', 'facebook'] as const) {
    const person = somebody();
    const member = await createMember(there, { region: 'eu' });
    await there.services.db
      .insertInto('social_identity')
      .values({ provider, subject: person.sub, user_id: member.id })
      .execute();
    expect(dataOf(await popUp(here, provider).signIn(person))).toMatchObject({ has_account: false });
  }
  expect(await there.services.db.selectFrom('arrival_code').selectAll().execute()).toEqual([]);
});

describe('while the other region is down', () => {
  test('people of this region sign in, and nobody is taken for a newcomer', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const lone = await openAppForTest({
      config: { ...config, otherRegionUrl: url, peer: peerAt(url, 'us') },
    });
    const known = somebody();
    const member = await createMember(lone, { email: known.email });
    expect(dataOf(await popUp(lone, 'google').signIn(known))).toMatchObject({ has_account: true });
    await lone.services.db
      .insertInto('social_identity')
      .values({ provider: 'google', subject: known.sub, user_id: member.id })
      .execute();
    const window = popUp(lone, 'google');
    const session = await window.exchange(codeOf(await window.signIn(known)));
    expect(session.json()).toMatchObject({ user_loc: 'US', access: expect.any(String) });
    const unsure = answerOf(await popUp(lone, 'google').signIn(somebody()));
    expect(unsure.error).toBe('region_unreachable');
  });
});
