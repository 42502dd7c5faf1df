import { afterEach, describe, expect, test } from 'vitest';
import { ask, signUpForm } from '../../testing/sign-in.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const asked = await openTestApp({ config: { recaptcha: { siteKey: 'site-key', secret: 'its-secret' } } });

describe('with reCAPTCHA keys', () => {
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  /** Stands in for Google, so that no request leaves the machine. */
  function google(answer: () => Response): URLSearchParams[] {
    const questions: URLSearchParams[] = [];
    globalThis.fetch = async (_, init) => {
      questions.push(init?.body as URLSearchParams);
      return answer();
    };
    return questions;
  }
  const signUpThere = async () =>
    ask(asked, {
      path: '/v1/auth/signup/',
      body: await signUpForm(asked, { 'g-recaptcha-response': 'ticked' }),
    });

  test('reCAPTCHA decides who passes the human check', async () => {
    const questions = google(() => Response.json({ success: true }));
    expect((await signUpThere()).statusCode).toBe(200);
    expect(Object.fromEntries(questions[0] ?? [])).toMatchObject({
      secret: 'its-secret',
      response: 'ticked',
    });
  });

  test.each<[string, () => Response]>([
    ['says no', () => Response.json({ success: false, 'error-codes': ['timeout-or-duplicate'] })],
    ['says something else', () => Response.json({ success: 'true' })],
    ['answers nothing that can be read', () => new Response('<html>')],
    [
      'cannot be reached',
      () => {
        throw new TypeError('fetch failed');
      },
    ],
  ])('nobody passes when reCAPTCHA %s', async (_, answer) => {
    google(answer);
    expect((await signUpThere()).json()).toMatchObject({ code: 'human_check_failed' });
  });

  test('the CSP allows reCAPTCHA only if it is configured', async () => {
    const policyOf = async (app: TestApp) =>
      String((await ask(app, { method: 'GET', path: '/v1/app-info/' })).headers['content-security-policy']);
    expect(await policyOf(asked)).toContain('https://www.google.com/recaptcha/');
    expect(await policyOf(t)).not.toContain('google');
  });
});
