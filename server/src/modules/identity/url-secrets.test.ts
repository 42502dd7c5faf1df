import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openTestApp } from '../../testing/test-app.ts';

const SECRET = 'Zq7-very-secret-token';
const t = await openTestApp();
let lines = '';
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines += String(chunk);
    done();
  },
});
const app = await buildApp({ ...t.services, log: pino({ level: 'trace' }, sink) }, { checkReplies: true });
afterAll(() => app.close());

/** Every URL of ours that contains a secret, with typical mistakes. */
test.each([
  ['GET', `/password-reset/${SECRET}`],
  ['GET', `/second-step/undo/${SECRET}`],
  ['GET', `/activate/MTU/${SECRET}`],
  ['GET', `/connections/accept/MTU/${SECRET}?sid=VVM`],
  ['GET', `/sharegroup/accept/MTU/${SECRET}?sid=VVM`],
  ['GET', `/login/social/response?code=${SECRET}&state=${SECRET}`],
  ['GET', `/login?next=/password-reset/${SECRET}`],
  ['GET', `/heclore/api/v1/complete/google-oauth2/?state=${SECRET}&code=${SECRET}`],
  ['GET', `/heclore/v1/qc/social-login/validate-state/?state=${SECRET}`],
  ['POST', `/heclore/v1/connections/MTU/accept/${SECRET}/`],
  ['GET', `/heclore/v1/no-such-thing/${SECRET}`],
  ['GET', `/heclore/%zz/${SECRET}`],
  ['GET', `/heclore/${SECRET.repeat(40)}`],
  ['POST', `/heclore/reset_password/confirm/?token=${SECRET}`],
] as const)('%s %s is not logged, and not leaked through its page’s links', async (method, url) => {
  lines = '';
  const reply = await app.inject({
    method,
    url,
    headers: { referer: `https://cusp.example/activate/MTU/${SECRET}`, cookie: `cusp=${SECRET}` },
  });
  expect(reply.statusCode).toBeLessThan(500);
  expect(lines).not.toContain(SECRET);
  const policy = reply.headers['referrer-policy'];
  // An undecodable URL is answered without a page.
  if (!/%zz/.test(url)) expect(policy).toBe('no-referrer');
});

test.each([
  ['/reset_password/validate_token/', { token: SECRET }],
  ['/reset_password/confirm/', { token: SECRET, password: SECRET }],
  ['/v1/auth/second-step/undo/', { token: SECRET }],
  ['/v1/auth/activate/', { uidb64: 'MTU', token: SECRET }],
  ['/v1/auth/login/', { username: 'a@clinic.example', password: SECRET }],
  ['/v1/auth/login/code/', { token: SECRET, code: '123456' }],
  ['/v1/auth/social/otp/', { code: SECRET.padEnd(43, 'x'), codeVerifier: SECRET.padEnd(43, 'x') }],
])('data sent to %s is not logged', async (path, body) => {
  lines = '';
  const reply = await app.inject({ method: 'POST', url: `/heclore${path}`, payload: body });
  expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  expect(lines).toContain('"route"');
  expect(lines).not.toContain(SECRET);
});
