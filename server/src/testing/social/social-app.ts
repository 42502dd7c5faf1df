import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll } from 'vitest';
import type { Config } from '../../platform/config/config.ts';
import { openTestApp, type TestApp } from '../test-app.ts';
import { answerOf, type Name, popUp } from './pop-up.ts';
import { CLIENT, type Somebody, startProvider } from './provider.ts';

/** Origin of the tests' own site. */
export const OWN = 'http://localhost:4800';

/** The required fields of the completion form. */
export const FORM = { role: 'Dental Clinic', country: 'DE' };

/** Both providers, for the tests of one file, as settings of their client. */
export async function openProviders(): Promise<Pick<Config, 'publicUrl' | 'social'>> {
  const back = (backend: string) => [`${OWN}/heclore/api/v1/complete/${backend}/`];
  const [google, facebook] = await Promise.all([
    startProvider('google', back('google-oauth2')),
    startProvider('facebook', back('facebook')),
  ]);
  afterAll(() => Promise.all([google.close(), facebook.close()]));
  return {
    publicUrl: OWN,
    social: {
      google: { ...CLIENT, issuer: google.issuer },
      facebook: { ...CLIENT, issuer: facebook.issuer },
    },
  };
}

/** A test app with both providers beside it. */
export const openSocialApp = async ({ work = false } = {}): Promise<TestApp> =>
  openTestApp({ work, config: await openProviders() });

/** A new person with an account at a provider. */
export const somebody = (more: Partial<Somebody> = {}): Somebody & { email: string } => {
  const sub = randomUUID();
  const email = `${sub.slice(0, 8)}@mail.example`;
  return { sub, email, email_verified: true, given_name: 'Grace', family_name: 'Molar', ...more };
};

/** A person who signed up through a provider. */
export async function socialMember(t: TestApp, name: Name = 'google', person = somebody()) {
  const window = popUp(t, name);
  await window.signIn(person);
  const done = await window.complete(FORM);
  return { person, window, done };
}

/** The code that a redirect passes to the page. */
export function codeOf(reply: LightMyRequestResponse): string {
  const { code } = answerOf(reply);
  if (!code) throw new Error(`no code: ${reply.headers.location}`);
  return code;
}

export const userBy = (t: TestApp, email: string) =>
  t.services.db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirst();

/** Provider ids that are connected to an account. */
export const subjectsOf = async (t: TestApp, userId: number): Promise<string[]> =>
  (
    await t.services.db
      .selectFrom('social_identity')
      .select('subject')
      .where('user_id', '=', userId)
      .execute()
  ).map(({ subject }) => subject);
