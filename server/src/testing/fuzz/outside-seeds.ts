import { randomUUID } from 'node:crypto';
import type { EndpointName } from '@cusp/contract/endpoints';
import { challengeOf } from '../../platform/secrets/code-challenge.ts';
import type { Persona } from '../access/personas.ts';
import type { Try } from '../access/row.ts';
import type { World } from '../access/world.ts';
import { cookiesOf, newVerifier, postArrivalFrom, signInAt } from '../arrivals.ts';
import { createUser } from '../factories.ts';
import { admitGuest } from '../guests.ts';
import { codeSentTo, requestCode, visitorOfReply } from '../phone.ts';
import { codeOf, createAppMember, setUpApp, stepTokenOf } from '../second-step.ts';
import { createMember, PASSWORD } from '../sign-in.ts';
import { dataOf, popUp } from '../social/pop-up.ts';
import { FORM, codeOf as socialCodeOf, somebody } from '../social/social-app.ts';
import { SoftwareAuthenticator } from '../software-authenticator.ts';
import type { Client, TestApp } from '../test-app.ts';

type Seeds = Partial<Record<EndpointName, (world: World, persona: Persona) => Promise<Try>>>;

interface Places {
  t: TestApp;
  /** The other region, to which `t` answers. */
  other: TestApp;
  otherUrl: string;
}

const BACKEND = { backend: 'google-oauth2' };
const PHONE = '+49 89 123456';

/**
 * Requests that succeed at endpoints that need a provider, an authenticator, a text message or the other region. Those
 * of signed-in people use a separate person, whose factors the other requests do not know.
 */
export function outsideSeeds({ t, other, otherUrl }: Places): Seeds {
  const origin = t.services.config.publicUrl;
  const host = { host: new URL(origin).host };
  const as = ({ token, cookie }: Client) => ({
    ...host,
    authorization: `Bearer ${token}`,
    cookie: `cusp=${cookie}`,
  });
  const json = <T>({ body }: { body: string }) => JSON.parse(body) as T;

  const newMember = async () => {
    const member = await createMember(t);
    return { member, client: await t.as(member) };
  };
  const optionsFor = async (client: Client) =>
    json<{ options: { challenge: string; rp: { id: string } } }>(
      await client.request('POST', '/v1/auth/passkeys/options/', { password: PASSWORD }, host),
    ).options;
  async function newKey() {
    const { member, client } = await newMember();
    const key = new SoftwareAuthenticator();
    const credential = key.create(await optionsFor(client), { origin });
    await client.request('POST', '/v1/auth/passkeys/', { name: 'Laptop', credential }, host);
    return { member, client, key };
  }
  const keyOptions = async (body: object) =>
    json<{ options: { challenge: string } }>(
      await t.nobody.request('POST', '/v1/auth/login/passkey/options/', body, host),
    ).options;

  /** A new person who has come back from the provider. */
  async function newcomer(at = t) {
    const window = popUp(at, 'google');
    return { window, back: await window.signIn(somebody()) };
  }
  const jarOf = ({ cookies }: { cookies: { header: string } }) => ({ ...host, cookie: cookies.header });

  return {
    socialStart: async () => ({
      params: { provider: 'google' },
      query: `?${new URLSearchParams({
        state: newVerifier(),
        redirectUri: `${origin}/login/social/response`,
        codeChallenge: challengeOf(newVerifier()),
        regionChallenge: challengeOf(newVerifier()),
      })}`,
      headers: host,
    }),
    socialReturn: async () => {
      const window = popUp(t, 'google');
      const { search } = await window.consent(await window.start(), somebody());
      return { params: BACKEND, query: search, headers: jarOf(window) };
    },
    socialComplete: async () => {
      const { window } = await newcomer();
      return { params: BACKEND, body: FORM, headers: jarOf(window) };
    },
    socialValidateState: async () => {
      const { window } = await newcomer();
      return { query: `?state=${window.state}`, headers: jarOf(window) };
    },
    socialOtp: async () => {
      const { window } = await newcomer();
      const code = socialCodeOf(await window.complete(FORM));
      return { body: { code, codeVerifier: window.verifier }, headers: jarOf(window) };
    },
    socialLink: async () => {
      const window = popUp(t, 'google');
      await window.signIn(somebody({ email: (await createMember(t)).email }));
      return { body: { password: PASSWORD }, headers: jarOf(window) };
    },
    socialSignUp: async () => {
      const { ticket } = dataOf((await newcomer(other)).back);
      return {
        body: { ticket, role: 'Dental Clinic', country: 'US' },
        headers: { ...host, origin: new URL(otherUrl).origin },
      };
    },

    postArrival: async () => ({ body: await arrivalForm(), headers: { origin: new URL(otherUrl).origin } }),
    completeArrival: async () => {
      const posted = await postArrivalFrom(new URL(otherUrl).origin, t, await arrivalForm());
      return { headers: { cookie: cookiesOf(posted) } };
    },
    startVisit: async () => {
      const home = await createUser(t.services);
      await admitGuest(other.services, home);
      return { body: { codeChallenge: challengeOf(newVerifier()) }, headers: as(await t.as(home)) };
    },

    requestPhoneVerification: async () => ({ body: { phone: PHONE }, headers: host }),
    verifyPhoneCode: async () => {
      const cookie = visitorOfReply(await requestCode(t, PHONE));
      return { body: { phone: PHONE, otp: await codeSentTo(t, PHONE) }, headers: { cookie } };
    },

    closeAccount: async () => {
      const { client } = await newMember();
      return { body: { password: PASSWORD }, headers: as(client) };
    },
    removeApp: async () => {
      const { client, secret } = await createAppMember(t);
      return { body: { password: PASSWORD, code: codeOf(secret, 1) }, headers: as(client) };
    },
    renewRecoveryCodes: async () => {
      const { client } = await newMember();
      const { secret } = await setUpApp(client);
      return { body: { password: PASSWORD, code: codeOf(secret, 1) }, headers: as(client) };
    },
    passkeyProof: async () => ({ headers: as((await newKey()).client) }),
    passkeyCreation: async () => ({ body: { password: PASSWORD }, headers: as((await newMember()).client) }),
    addPasskey: async () => {
      const { client } = await newMember();
      const credential = new SoftwareAuthenticator().create(await optionsFor(client), { origin });
      return { body: { name: 'Laptop', credential }, headers: as(client) };
    },
    removePasskey: async () => {
      const { member, client, key } = await newKey();
      const { options } = json<{ options: { challenge: string } }>(
        await client.request('POST', '/v1/auth/passkeys/proof/', {}, host),
      );
      const { id } = await t.services.db
        .selectFrom('passkey')
        .select('id')
        .where('user_id', '=', member.id)
        .executeTakeFirstOrThrow();
      const credential = key.get(options, { origin, verified: true });
      return { params: { id }, body: { password: PASSWORD, credential }, headers: as(client) };
    },
    passkeyRequest: async () => {
      const { member } = await newKey();
      return { body: { token: await stepTokenOf(t, member.email) }, headers: host };
    },
    loginByPasskey: async () => {
      const { member, key } = await newKey();
      const token = await stepTokenOf(t, member.email);
      return {
        body: { token, credential: key.get(await keyOptions({ token }), { origin }) },
        headers: host,
      };
    },
  };

  /** Form that a page of the other region posts after a person of this one has signed in there. */
  async function arrivalForm() {
    const codeVerifier = newVerifier();
    const { email } = await createMember(t);
    const reply = await signInAt(other, { username: email, verifier: codeVerifier });
    return { code: json<{ arrival_code: string }>(reply).arrival_code, codeVerifier, next: '/cases' };
  }
}

const statedAt = (at: string) => ({ at, ids: [17], people: '[]', groups: '[]', members: '[]' });

/** A valid body of each call that the other region's servers make, by its path. */
export const regionCalls = (): Record<string, object> => {
  const move = randomUUID();
  const question = { move, percent: 40 };
  const challenge = challengeOf(newVerifier());
  const circles = statedAt(new Date().toISOString());
  return {
    'move-begin': {
      ...{ move, circle: [17], country: 'DE', asked_at: new Date().toISOString() },
      totals: { cases: 1, files: 1, bytes: 84 },
    },
    'move-parts': { ...question, from: 0, shape: '' },
    'move-rows': { ...question, range: { from: 0, to: 17 } },
    'move-files': { ...question, after: '' },
    'move-bytes': { ...question, key: 'cases/1/x', start: 0 },
    'move-freeze': { move },
    'move-commit': { move, freezeNo: 1, digests: 'x' },
    'move-late-log': { move },
    'move-statements': { move, after: 0 },
    'move-arrived': { move },
    'move-failed': { move, failure: 'no_space' },
    'move-erased': { move, certificate: '{}' },
    'visits-over': { sessions: [randomUUID()] },
    'visit-holds': { session: randomUUID() },
    'known-address': { bucket: '00ff', digest: challenge },
    'check-social-identity': { provider: 'google', proof: 'x.y.z', challenge },
    'request-reset': { email: 'x@cusp.example', ip: '127.0.0.1' },
    'check-password': { username: 'x@cusp.example', password: PASSWORD, challenge, ip: '127.0.0.1' },
    visit: { user_id: 17, session_id: randomUUID(), challenge, circles },
    circles,
    'known-guests': { ids: [17] },
    'guest-cases': { user_id: 17 },
    holds: { user_id: 17, circles },
    'lift-hold': { user_id: 17, circles, id: 17 },
    'closing-remains': { user_id: 17 },
    'open-links': { user_id: 17, circles, before: null },
    'revoke-link': { user_id: 17, circles, id: 17 },
    'planned-mail': { move, mail: { queue: 'published-mail', job: { caseId: 17, userId: 17 } } },
  };
};
