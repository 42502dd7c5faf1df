import { expect, test } from 'vitest';
import { ask, createMember, mailsOf, newestMailTo, PASSWORD } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ work: true });

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

async function logIn(username: string, device = '', from = '127.0.0.1', browser = CHROME) {
  const reply = await ask(t, {
    path: '/v1/auth/login/',
    body: { username, password: PASSWORD },
    headers: { 'user-agent': browser, ...(device && { cookie: `cusp-device=${device}` }) },
    from,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.cookies.find(({ name }) => name === 'cusp-device');
}

const noticesTo = async (to: string) =>
  (await mailsOf(t)).filter((mail) => mail.to === to && /new sign-in|anmeldung/i.test(mail.subject)).length;

test('a sign-in from a browser that is new to the person is mailed, others are not', async () => {
  const member = await createMember(t, { language: 'de' });
  const first = await logIn(member.email);
  expect(first).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  expect((await logIn(member.email, first?.value))?.value).toBe(first?.value);
  // The mail of the third sign-in is the only one: the earlier ones sent no mail.
  const second = await logIn(member.email, '', '88.198.0.1');
  expect(second?.value).not.toBe(first?.value);
  const mail = await newestMailTo(t, member.email, /Neue Anmeldung/);
  expect(mail.text).toContain('Chrome, Windows');
  expect(mail.text).toContain('Deutschland (88.198.0.1)');
  expect(mail.text).toContain('/security');
  expect(await noticesTo(member.email)).toBe(1);
});

test('the mail names only recognised browsers, never the user agent’s own words', async () => {
  const member = await createMember(t);
  await logIn(member.email);
  await logIn(
    member.email,
    '',
    '127.0.0.1',
    'Only our weekly test, see www.evil.example/1 (Windows NT 10.0)',
  );
  const mail = await newestMailTo(t, member.email, /new sign-in/i);
  expect(mail.text).not.toContain('evil.example');
  expect(mail.text).toContain('Windows');
});

test('a forged browser mark is ignored', async () => {
  const member = await createMember(t);
  const { value } = (await logIn(member.email, 'short')) ?? {};
  expect(value).toMatch(/^[\w-]{43}$/);
});

test('a browser shared by two people is new to each of them once', async () => {
  const [one, two] = [await createMember(t), await createMember(t)];
  const shared = await logIn(one.email);
  await logIn(two.email);
  await logIn(two.email, shared?.value);
  await newestMailTo(t, two.email);
  await logIn(two.email, shared?.value);
  expect(await noticesTo(one.email)).toBe(0);
});
