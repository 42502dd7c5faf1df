// @vitest-environment happy-dom
import { acceptAgreement, showAgreements } from '@cusp/contract/agreements.routes';
import { PAGES } from '@cusp/contract/pages';
import { checkSession } from '@cusp/contract/sign-in.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refuses, replies } from '../../testing/replies.ts';
import { DENTIST, openScreen } from '../../testing/screen.tsx';

const HASH = 'a'.repeat(64);
const TERMS = {
  kind: 'terms' as const,
  version: '2026-12',
  due: '2026-12-31T00:00:00.000Z',
  is_overdue: false,
  is_template: true,
  party: null as string | null,
  language: 'en' as const,
  languages: ['de' as const, 'en' as const],
  text: '# Terms of use\n\n1.1 First.\n1.2 Second.',
  text_hash: HASH,
};
const DPA = { ...TERMS, kind: 'dpa' as const, is_template: false, text: '# Data processing' };
const shows = (open: (typeof TERMS | typeof DPA)[]) =>
  replies(showAgreements, { practice: 'Berg Dental', open, accepted: [] });
const session = (agreements?: { due: string; is_overdue: boolean; party: string | null }) =>
  replies(checkSession, {
    access: 'token',
    uid: DENTIST.idb64,
    user_loc: 'EU',
    server_loc: 'EU',
    user: DENTIST,
    session: {
      idle_minutes: 30,
      ends_at: '2099-01-01T00:00:00.000Z',
      unsecured: false,
      ...(agreements ? { agreements } : {}),
    },
  });
test('the line above pages leads to the texts; accepting the last one leads back', async () => {
  const user = userEvent.setup();
  const network = await openScreen(PAGES.account, [
    session({ due: TERMS.due, is_overdue: false, party: null }),
    shows([TERMS, DPA]),
    refuses(acceptAgreement, 'agreement_changed'),
  ]);
  await user.click(await screen.findByRole('link', { name: /Please accept the terms and agreements/ }));
  const terms = await screen.findByRole('region', { name: 'Terms of use' });
  expect(within(terms).getByText(/No lawyer has reviewed it/)).toBeTruthy();
  expect(within(terms).getByText(/1.1 First/).textContent).toBe('1.1 First.\n1.2 Second.');
  expect(screen.getByText(/You conclude it for Berg Dental/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Please accept/ })).toBeNull();
  await user.click(within(terms).getByRole('button', { name: 'Accept terms' }));
  expect(await within(terms).findByText(/There is a newer version/)).toBeTruthy();

  network.answer(replies(acceptAgreement, {}));
  network.answer(shows([DPA]));
  await user.click(within(terms).getByRole('button', { name: 'Accept terms' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Terms of use' })).toBeNull());
  network.answer(session());
  await user.click(screen.getByRole('button', { name: 'Conclude agreement' }));
  await waitFor(() => expect(location.pathname).toBe(PAGES.account));
  expect(screen.queryByRole('link', { name: /Please accept/ })).toBeNull();
});

test('a member reads what the owner has to conclude, and what is still possible', async () => {
  await openScreen(PAGES.agreements, [
    session({ due: DPA.due, is_overdue: true, party: 'Ada Author' }),
    shows([{ ...DPA, is_overdue: true, party: 'Ada Author' }]),
  ]);
  expect(await screen.findByText(/Ada Author, the owner of your group, has to conclude it/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Conclude agreement' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Export data' }).getAttribute('href')).toBe('/privacy#export');
  expect(screen.getByRole('link', { name: 'Close account' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Continue without changing anything' })).toBeTruthy();
});

test('a person who has just signed in is asked to accept first, and can then continue to their page', async () => {
  await openScreen(`${PAGES.login}?next=${encodeURIComponent(PAGES.account)}`, [
    session({ due: TERMS.due, is_overdue: false, party: null }),
    shows([TERMS]),
  ]);
  expect(await screen.findByRole('button', { name: 'Accept terms' })).toBeTruthy();
  expect(location.pathname).toBe(PAGES.agreements);
  expect(screen.getByRole('link', { name: 'Later' }).getAttribute('href')).toBe(PAGES.account);
});
