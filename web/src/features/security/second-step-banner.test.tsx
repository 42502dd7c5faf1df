// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { listSessions, securityState } from '@cusp/contract/security.routes';
import { checkSession } from '@cusp/contract/sign-in.routes';
import { ownSupport } from '@cusp/contract/support.routes';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next, { type BackendModule } from 'i18next';
import { expect, test, vi } from 'vitest';
import { CASES, SECURITY } from '../../testing/golden.ts';
import { replies } from '../../testing/replies.ts';
import { DENTIST, openScreen } from '../../testing/screen.tsx';

const session = (more: { unsecured?: boolean; second_step_due?: string } = {}) =>
  replies(checkSession, {
    access: 'token',
    uid: DENTIST.idb64,
    user_loc: 'EU',
    server_loc: 'EU',
    user: DENTIST,
    session: { idle_minutes: 30, ends_at: '2099-01-01T00:00:00.000Z', unsecured: false, ...more },
  });
const REST = [replies(listSessions, { sessions: [] }), replies(ownSupport, { consent: null, visits: [] })];
const NONE = { ...SECURITY, app_since: null, passkeys: [], required: true };

test('during the grace period a line names the day and leads to the page that ends it', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.cases, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    session({ second_step_due: '2026-12-08T10:00:00.000Z' }),
    ...REST,
    replies(securityState, NONE),
  ]);
  const line = await screen.findByRole('link', { name: /^From .*2026 you need a second step to sign in/ });
  network.answer(session());
  network.answer(replies(securityState, { ...NONE, app_since: '2026-11-24T10:00:00.000Z' }));
  await user.click(line);
  await screen.findByRole('heading', { name: 'Security', level: 1 });
  await waitFor(() => expect(screen.queryByText(/you need a second step/)).toBeNull());
});

test('after the grace period a session can only set up a second step or sign out, also when its texts failed to load once', async () => {
  i18next.removeResourceBundle('en', 'security');
  const { backend } = i18next.services.backendConnector as { backend: BackendModule };
  const { read } = backend;
  let losses = 1;
  vi.spyOn(backend, 'read').mockImplementation((language, namespace, done) => {
    if (namespace === 'security' && losses-- > 0) return done(new TypeError('Failed to fetch'), null);
    return read(language, namespace, done);
  });
  await act(async () => {
    await openScreen(PAGES.cases, [session({ unsecured: true }), replies(securityState, NONE)]);
  });
  expect(await screen.findByText(/so a password alone is not enough/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Continue' }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(losses).toBeLessThan(1);
});
