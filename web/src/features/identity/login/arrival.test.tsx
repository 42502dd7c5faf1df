// @vitest-environment happy-dom
import { statusCounts } from '@cusp/contract/dashboard.routes';
import { countInbox } from '@cusp/contract/inbox.routes';
import { PAGES } from '@cusp/contract/pages';
import { alarms } from '@cusp/contract/profile.routes';
import { loginByCode, passkeyRequest } from '@cusp/contract/security.routes';
import { checkSession, completeArrival, login } from '@cusp/contract/sign-in.routes';
import { socialOtp } from '@cusp/contract/social.routes';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { challengeOf } from '../../../client/code-challenge.ts';
import { hangs, refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen, TWO_REGIONS } from '../../../testing/screen.tsx';

afterEach(() => vi.restoreAllMocks());

const CODE = 'c'.repeat(43);
const SESSION = { access: 'token', uid: DENTIST.idb64, user_loc: 'EU', server_loc: 'EU' } as const;
/** Requests of the session and of the shell around its pages. */
const KNOWN = [
  replies(alarms, { contacts: [], sg_users: [] }),
  replies(countInbox, { unread: 0, wakes_in: null }),
  replies(statusCounts, { status_counts: { open: 0, inprog: 0, completed: 0, reopened: 0, closed: 0 } }),
  replies(checkSession, {
    ...SESSION,
    user: DENTIST,
    session: { idle_minutes: 30, ends_at: '2099-01-01T00:00:00.000Z', unsecured: false },
  }),
];
const ARRIVAL = `${PAGES.regionArrival}?next=${encodeURIComponent('/no-such-page?a=1')}`;
const isAtNext = () => waitFor(() => expect(location.pathname + location.search).toBe('/no-such-page?a=1'));

async function signIn() {
  await userEvent.type(await screen.findByLabelText('Email'), 'anna.berg@cusp.example');
  await userEvent.type(screen.getByLabelText('Password'), 'three brown molars');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('somebody of the other region is taken to its site with the code in a form', async () => {
  const submitted: HTMLFormElement[] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    submitted.push(this);
  });
  const elsewhere = { user_loc: 'US', server_loc: 'EU', arrival_code: CODE } as const;
  const network = await openScreen(`${PAGES.login}?next=%2Fcases`, [replies(login, elsewhere)], {
    as: null,
    site: TWO_REGIONS,
  });
  await signIn();
  expect(await screen.findByText('Taking you to the US site …')).toBeTruthy();
  const [form] = submitted;
  expect([form?.method, form?.action]).toEqual([
    'post',
    'https://us.cusp.example/heclore/v1/auth/region/arrive/',
  ]);
  const { codeVerifier, ...fields } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  expect(fields).toEqual({ code: CODE, next: '/cases', language: 'en' });
  const sent = network.sent.find(({ path }) => path === login.path)?.body as Record<string, string>;
  expect(sent.codeChallenge).toBe(await challengeOf(codeVerifier ?? ''));
  // Otherwise the other site could not see the form's origin.
  expect(document.querySelector<HTMLMetaElement>('meta[name="referrer"]')?.content).toBe('strict-origin');

  // After the browser's Back button the form can be used again.
  act(() => void dispatchEvent(new Event('pageshow')));
  await waitFor(() => expect(screen.queryByText('Taking you to the US site …')).toBeNull());
  expect(document.querySelector('meta[name="referrer"]')).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign in' }).dataset.loading).toBeUndefined();
});

test.each([
  ['has an account there', { code: 'a'.repeat(43) }],
  ['has just signed up there', { region_code: CODE }],
])('somebody who signs in by a provider and %s is taken to the other site', async (_what, answer) => {
  const submitted: HTMLFormElement[] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    submitted.push(this);
  });
  const popUp = {
    location: { replace: vi.fn<(url: string) => void>() },
    focus() {},
    close() {},
    closed: false,
  };
  vi.stubGlobal('open', () => popUp);
  const elsewhere = { user_loc: 'US', server_loc: 'EU', arrival_code: CODE } as const;
  await openScreen(PAGES.login, [replies(socialOtp, elsewhere)], {
    as: null,
    site: { ...TWO_REGIONS, server_loc: 'EU', social: ['google'] },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Google' }));
  await waitFor(() => expect(popUp.location.replace).toHaveBeenCalled());
  const asked = new URL(popUp.location.replace.mock.calls[0]?.[0] ?? '', location.origin).searchParams;
  const data = { mark: 'cusp.social', answer: { state: asked.get('state'), ...answer } };
  act(() => void dispatchEvent(new MessageEvent('message', { origin: location.origin, data })));
  expect(await screen.findByText('Taking you to the US site …')).toBeTruthy();
  const fields = Object.fromEntries(new FormData(submitted[0])) as Record<string, string>;
  expect(fields).toMatchObject({ code: CODE, next: '' });
  // This region must not get the verifier of the code.
  expect(await challengeOf(fields.codeVerifier ?? '')).toBe(asked.get('regionChallenge'));
});

test('pressing again asks for passkeys of another RP ID, until all were tried', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const get = () => Promise.reject(new DOMException('The operation was not allowed', 'NotAllowedError'));
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  const answer = (rpId: string) => replies(passkeyRequest, { options: { rpId, challenge: CODE } });
  const network = await openScreen(PAGES.login, [answer('cusp.example')], {
    as: null,
    site: { passkeys: true },
  });
  const button = await screen.findByRole('button', { name: 'Sign in with a passkey' });
  for (const rpId of ['cusp.example', 'eu.cusp.example', 'cusp.example', 'cusp.example']) {
    network.answer(answer(rpId));
    await userEvent.click(button);
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  }
  const asked = network.sent.filter(({ path }) => path === passkeyRequest.path);
  expect(asked.map(({ body }) => (body as { not: string[] }).not)).toEqual([
    [],
    ['cusp.example'],
    ['cusp.example', 'eu.cusp.example'],
    [],
  ]);
});

test.each([
  [TWO_REGIONS.other_region_url, true],
  [null, false],
])(
  'a hint names the other site to somebody who finds no passkey, if it is known (%s, %s)',
  async (url, hasHint) => {
    vi.stubGlobal('PublicKeyCredential', class {});
    const get = () => Promise.reject(new DOMException('The operation was not allowed', 'NotAllowedError'));
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
    const options = { rpId: 'eu.cusp.example', challenge: CODE };
    const network = await openScreen(PAGES.login, [replies(passkeyRequest, { options })], {
      as: null,
      site: { passkeys: true, other_region_url: url ?? null, server_loc: 'EU' },
    });
    const button = await screen.findByRole('button', { name: 'Sign in with a passkey' });
    await userEvent.click(button);
    await waitFor(() => expect(network.count(passkeyRequest)).toBe(1));
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    if (hasHint) expect(await screen.findByText(/If yours is of the US site, sign in there/)).toBeTruthy();
    else expect(screen.queryByText(/only at the site where it was made/)).toBeNull();
  },
);

test('a site with one region sends no challenge', async () => {
  const network = await openScreen(PAGES.login, [refuses(login, 'wrong_credentials')], {
    as: null,
    site: { other_region_url: null },
  });
  await signIn();
  await screen.findByRole('alert');
  expect(network.sent.find(({ path }) => path === login.path)?.body).toEqual({
    username: 'anna.berg@cusp.example',
    password: 'three brown molars',
  });
});

test('an arrival says that it is under way, and asks once', async () => {
  const network = await openScreen(ARRIVAL, [hangs(completeArrival)], { as: null });
  expect(await screen.findByText('You are being signed in …')).toBeTruthy();
  expect(network.count(completeArrival)).toBe(1);
});

test('an arrival leads to the next page of this site', async () => {
  await openScreen(ARRIVAL, [replies(completeArrival, SESSION), ...KNOWN], { as: null });
  await isAtNext();
});

test('an arrival replaces the session that this browser had', async () => {
  const network = await openScreen(ARRIVAL, [replies(completeArrival, SESSION)]);
  await isAtNext();
  expect(network.count(completeArrival)).toBe(1);
});

test('an arrival with a second step asks for it first', async () => {
  const asked = { second_step: { token: 'Tok3n', ways: ['app' as const], passkey_sites: [] } };
  await openScreen(ARRIVAL, [replies(completeArrival, asked), replies(loginByCode, SESSION), ...KNOWN], {
    as: null,
  });
  const [first] = await screen.findAllByRole('textbox');
  await userEvent.click(first as HTMLElement);
  await userEvent.paste('123456');
  await isAtNext();
});

test.each([
  ['arrival_over', /took too long or was used already/],
  ['account_blocked', /account is blocked/],
] as const)('an arrival refused with %s says why and leads back to the form', async (code, reason) => {
  await openScreen(ARRIVAL, [refuses(completeArrival, code)], { as: null });
  expect(await screen.findByText(reason)).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(await screen.findByLabelText('Password')).toBeTruthy();
  expect(location.search).toBe('?next=%2Fno-such-page%3Fa%3D1');
});

test('somebody who is not activated can have the mail sent again', async () => {
  await openScreen(ARRIVAL, [refuses(completeArrival, 'not_activated', { uid: 'NQ' })], { as: null });
  await waitFor(() => expect(location.pathname).toBe('/resend/NQ'));
});
