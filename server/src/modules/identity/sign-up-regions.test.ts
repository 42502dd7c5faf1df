import { randomBytes } from 'node:crypto';
import { API_BASE, VISITOR_HEADER } from '@cusp/contract/endpoint';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import { codeSentTo } from '../../testing/phone.ts';
import { openTwoRegions, peerAt } from '../../testing/regions.ts';
import { ask, mailsOf, newestMailTo, signUpForm } from '../../testing/sign-in.ts';
import { openAppForTest, type TestApp } from '../../testing/test-app.ts';
import { withAddressClaim } from '../region-look-up/address-claim.ts';

const { us, eu, usUrl, euUrl } = await openTwoRegions({ work: true });
const SIGN_UP = '/v1/auth/signup/';
const GERMAN = { country: 'DE' };
const AMERICAN = { country: 'US' };

const newAddress = () => `regions-${randomBytes(6).toString('hex')}@clinic.example`;

/** Sends the form as the page of a site does to an address. */
const sendFrom = async (
  origin: string,
  to: TestApp,
  url: string,
  fields: Record<string, string>,
  more = {},
) =>
  fetch(url + API_BASE + SIGN_UP, {
    method: 'POST',
    headers: { origin, 'accept-language': 'de', ...more },
    body: await signUpForm(to, fields),
  });
const signUpAt = async (t: TestApp, fields: Record<string, string>, host?: string) =>
  ask(t, { path: SIGN_UP, body: await signUpForm(t, fields), headers: host ? { host } : {} });
const accountsOf = (t: TestApp, email: string) =>
  t.services.db.selectFrom('app_user').select(['id', 'region']).where('email_key', '=', email).execute();
/** Tables in which any row contains a text. */
async function tablesWith({ services: { db } }: TestApp, text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } =
      await sql`select 1 from ${sql.id(name)} as each where each::text like ${`%${text}%`}`.execute(db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
const claims = (t: TestApp) => t.services.db.selectFrom('address_claim').selectAll().execute();

describe('signing up is refused', () => {
  test('signing up is refused for a country of the other region, without storing anything', async () => {
    const username = newAddress();
    const replies = [
      await signUpAt(us, { username, ...GERMAN }),
      await signUpAt(eu, { username, ...AMERICAN }),
    ];
    expect(
      replies.map((reply) => [reply.statusCode, reply.json().code, reply.json().errors[0].field]),
    ).toEqual(Array(2).fill([400, 'country_elsewhere', 'country']));
    expect([...(await accountsOf(us, username)), ...(await accountsOf(eu, username))]).toEqual([]);
  });

  test('signing up is refused for an address of the other region, in any spelling', async () => {
    const there = await createUser(us.services);
    const reply = await sendFrom(usUrl, eu, euUrl, { username: there.email.toUpperCase(), ...GERMAN });
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { code: 'email_taken', errors: [{ field: 'username' }] },
    ]);
    expect(await accountsOf(eu, there.email)).toEqual([]);
  });

  test('sign-up is refused while the other region creates an account with the address', async () => {
    const username = newAddress();
    await withAddressClaim(us.services, { emailKey: username, field: 'username' }, async () => {
      const reply = await signUpAt(eu, { username, ...GERMAN });
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'address_busy']);
    });
    expect((await signUpAt(eu, { username, ...GERMAN })).statusCode).toBe(200);
  });

  test('sign-up is refused when asking the other region took longer than the claim lasts', async () => {
    const username = newAddress();
    const claimed = withAddressClaim(
      eu.services,
      { emailKey: username, field: 'username' },
      async (spend) => {
        await eu.services.db.updateTable('address_claim').set({ until: sql`now()` }).execute();
        await eu.services.db.transaction().execute(spend);
      },
    );
    await expect(claimed).rejects.toMatchObject({ code: 'address_busy' });
    expect(await claims(eu)).toEqual([]);
  });

  test('sign-up is refused while the other region cannot be reached', async () => {
    const url = 'http://127.0.0.1:9';
    const lone = await openAppForTest({ config: { otherRegionUrl: url, peer: peerAt(url, 'us') } });
    const username = newAddress();
    const reply = await signUpAt(lone, { username, ...AMERICAN });
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'region_unreachable']);
    expect([await accountsOf(lone, username), await claims(lone)]).toEqual([[], []]);
  });

  test('sign-up is refused to pages of any other origin, which also cannot read what an open endpoint answers', async () => {
    const origins = ['https://evil.example', 'null', `${usUrl}.evil.example`, usUrl.replace('http', 'https')];
    for (const origin of origins) {
      const reply = await fetch(`${euUrl}${API_BASE}/v1/auth/human-check/`, { headers: { origin } });
      expect([origin, reply.headers.get('access-control-allow-origin')]).toEqual([origin, null]);
      const preflight = await fetch(`${euUrl}${API_BASE}${SIGN_UP}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect([origin, preflight.headers.get('access-control-allow-origin')]).toEqual([origin, null]);
    }
  });

  test.each([
    ['POST', '/v1/auth/login/'],
    ['GET', '/v1/cases/'],
    ['POST', '/v1/auth/token/refresh/'],
  ])('%s %s is closed to the other region’s pages', async (method, path) => {
    const headers = { origin: usUrl };
    const preflight = await fetch(euUrl + API_BASE + path, {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-method': method },
    });
    const reply = await fetch(euUrl + API_BASE + path, { method, headers });
    for (const each of [preflight, reply])
      expect([...each.headers.keys()].filter((name) => name.startsWith('access-control-allow'))).toEqual([]);
  });
});

test('the page may call and submit forms to the other region, and nothing else', async () => {
  const policy = (await fetch(usUrl)).headers.get('content-security-policy') ?? '';
  for (const directive of ['connect-src', 'form-action'])
    expect(policy).toContain(`${directive} 'self' ${euUrl};`);
  const alone = await openAppForTest();
  const { headers } = await alone.app.inject('/');
  expect(headers['content-security-policy']).toContain("connect-src 'self';");
});

test('a brand’s site in the other region counts as one of its pages', async () => {
  const [otherRegionUrl, arcline] = ['https://eu.cusp.example', 'https://eu.arcline.example:8443'];
  const t = await openAppForTest({ config: { otherRegionUrl, otherRegionBrandUrls: [arcline] } });
  const ask = async (origin: string, host: string) => {
    const url = `${API_BASE}/v1/auth/human-check/`;
    const { headers } = await t.app.inject({ method: 'OPTIONS', url, headers: { origin } });
    const info = await t.app.inject({ url: `${API_BASE}/v1/app-info/`, headers: { host } });
    return [headers['access-control-allow-origin'], info.json().other_region_url];
  };
  expect(await ask(arcline, 'arcline.example')).toEqual([arcline, arcline]);
  expect(await ask(otherRegionUrl, 'cusp.example')).toEqual([otherRegionUrl, otherRegionUrl]);
  for (const origin of [
    'https://eu.arcline.example',
    'http://eu.arcline.example:8443',
    'https://arcline.example',
  ])
    expect((await ask(origin, 'verdent.example'))[0]).toBeUndefined();
  const policy = String((await t.app.inject('/')).headers['content-security-policy']);
  expect(policy).toContain(`connect-src 'self' ${otherRegionUrl} ${arcline};`);
});

describe('an account of another region’s country', () => {
  test('an account of another region’s country is created there by the page of this region, which stores nothing', async () => {
    const username = newAddress();
    const reply = await sendFrom(usUrl, eu, euUrl, { username, ...GERMAN });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('access-control-allow-origin')).toBe(usUrl);
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    expect(reply.headers.get('vary')).toContain('origin');
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(await accountsOf(eu, username)).toMatchObject([{ region: 'eu' }]);

    const mail = await newestMailTo(eu, username);
    expect(mail.text).toMatch(
      new RegExp(`${eu.services.config.publicUrl}/activate/[\\w-]+/[\\w-]+\\?sid=RVU`),
    );
    expect(mail.subject).toMatch(/Konto|Aktivier/i);
    expect((await mailsOf(us)).filter(({ to }) => to === username)).toEqual([]);
    expect(await tablesWith(eu, username)).toContain('app_user');
    expect(await tablesWith(us, username)).toEqual([]);
  });

  test('an account of the other region may have a phone number, verified there by the same page', async () => {
    const phone = '+49 89 1234567';
    const visitor = randomBytes(32).toString('base64url');
    const post = (path: string, body: object, secret: string) =>
      fetch(euUrl + API_BASE + path, {
        method: 'POST',
        headers: { origin: usUrl, 'content-type': 'application/json', [VISITOR_HEADER]: secret },
        body: JSON.stringify(body),
      });
    const preflight = await fetch(`${euUrl}${API_BASE}/v1/auth/verify-phone-code/`, {
      method: 'OPTIONS',
      headers: { origin: usUrl, 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining(VISITOR_HEADER),
    ]);
    expect((await post('/v1/auth/request-phone-verification/', { phone }, visitor)).status).toBe(200);
    const otp = await codeSentTo(eu, phone);
    expect(
      (await post('/v1/auth/verify-phone-code/', { phone: phone.replaceAll(' ', ''), otp }, visitor)).status,
    ).toBe(200);
    const form = { username: newAddress(), phone, ...GERMAN };
    const stranger = randomBytes(32).toString('base64url');
    const refused = await sendFrom(usUrl, eu, euUrl, form, { [VISITOR_HEADER]: stranger });
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'phone_not_verified' }]);
    expect((await sendFrom(usUrl, eu, euUrl, form, { [VISITOR_HEADER]: visitor })).status).toBe(200);
  });
});

test('sign-ups that race in both regions create at most one account', async () => {
  for (let round = 0; round < 8; round += 1) {
    const username = newAddress();
    const replies = await Promise.all([
      signUpAt(us, { username, ...AMERICAN }),
      signUpAt(eu, { username, ...GERMAN }),
      signUpAt(us, { username, ...AMERICAN }),
    ]);
    const stored = [...(await accountsOf(us, username)), ...(await accountsOf(eu, username))];
    expect(stored.length).toBeLessThanOrEqual(1);
    // Two in the same region can be two clicks of one person, who gets two replies about one account.
    const answered = replies.filter(({ statusCode }) => statusCode === 200).map((reply) => reply.json().uid);
    expect(new Set(answered).size).toBe(stored.length);
    for (const reply of replies.filter(({ statusCode }) => statusCode !== 200))
      expect(['email_taken', 'address_busy']).toContain(reply.json().code);
  }
  expect([await claims(us), await claims(eu)]).toEqual([[], []]);
});

test('people of brands without a choice of region sign up where they are', async () => {
  const username = newAddress();
  const reply = await signUpAt(us, { username, ...GERMAN }, 'verdent.example');
  expect(reply.statusCode).toBe(200);
  expect(await accountsOf(us, username)).toMatchObject([{ region: 'us' }]);
});
